"""Unpacks an FMU and checks its description against the rules of the standard that a schema cannot say, and some that it
says: order and names of elements, attributes, references. usage: fmu_check.py FMU FOLDER VERSION

Prints the path of the binary, the token, and the value references of coordinates/hinge.angle and of
bodies/rod/angular_acceleration."""
import sys
import xml.etree.ElementTree
import zipfile

fmu, folder, version = sys.argv[1:]
with zipfile.ZipFile(fmu) as archive:
    assert archive.testzip() is None
    names = archive.namelist()
    assert len(names) == len(set(names)) and names[0] == "modelDescription.xml"
    archive.extractall(folder)
root = xml.etree.ElementTree.parse(folder + "/modelDescription.xml").getroot()
two = version == "2"
assert root.tag == "fmiModelDescription" and root.get("fmiVersion") == version + ".0"
assert root.get("modelName") == "Pendulum & rope" and root.get("variableNamingConvention") == "flat"
assert [child.tag for child in root] == ["CoSimulation", "UnitDefinitions", "LogCategories", "DefaultExperiment",
                                         "ModelVariables", "ModelStructure"], [c.tag for c in root]
identifier = root.find("CoSimulation").get("modelIdentifier")
assert identifier == "pendulum_1"
binary = f"binaries/{'linux64' if two else 'x86_64-linux'}/{identifier}.so"
assert binary in names
for name in ("parts.yaml", "wind.csv", "pendulum-1.yaml", "variables.txt"):
    assert "resources/" + name in names, name

units = {unit.get("name"): unit.find("BaseUnit").attrib for unit in root.find("UnitDefinitions")}
assert units["N.m"] == {"kg": "1", "m": "2", "s": "-2"} and units["rad"] == {"rad": "1"} and units["kg"] == {"kg": "1"}

variables = {}
for i, variable in enumerate(root.find("ModelVariables")):
    assert variable.tag == ("ScalarVariable" if two else "Float64")
    real = variable.find("Real") if two else variable
    reference, causality = int(variable.get("valueReference")), variable.get("causality")
    assert reference == i and variable.get("name") not in variables
    assert (real.get("start") is not None) == (causality in ("parameter", "input"))
    assert real.get("unit") is None or real.get("unit") in units, real.get("unit")
    expected = {"independent": None, "parameter": "exact", "input": None, "output": "calculated"}[causality]
    assert variable.get("initial") == expected
    assert variable.get("variability") == ("fixed" if causality == "parameter" else "continuous")
    variables[variable.get("name")] = (reference, causality, real)
assert variables["mass"][:2] == (1, "parameter") and variables["torque"][:2] == (2, "input")
assert variables["torque"][2].get("max") == "10" and float(variables["mass"][2].get("start")) == 1.5

structure = root.find("ModelStructure")
outputs = [reference for reference, causality, _ in variables.values() if causality == "output"]
if two:
    assert [child.tag for child in structure] == ["Outputs", "InitialUnknowns"]
    for part in structure:
        assert [int(unknown.get("index")) - 1 for unknown in part] == outputs
else:
    for tag in ("Output", "InitialUnknown"):
        assert [int(unknown.get("valueReference")) for unknown in structure.findall(tag)] == outputs
print(binary, root.get("guid" if two else "instantiationToken"), variables["coordinates/hinge.angle"][0],
      variables["bodies/rod/angular_acceleration"][0])
