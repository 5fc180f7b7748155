"""What a public importer says about an FMU, where FMPy is installed: no complaint, and the result of `gudgeon run` at the end of one
step. usage: fmu_fmpy.py FMU BITS"""
import struct
import sys

from fmpy import simulate_fmu
from fmpy.validation import validate_fmu

fmu, bits = sys.argv[1:]
problems = validate_fmu(fmu)
assert not problems, problems
expected = struct.unpack(">d", bytes.fromhex(bits))[0]
whole = simulate_fmu(fmu, stop_time=1.0, output_interval=1.0, output=["coordinates/hinge.angle"])
assert whole[-1][1] == expected, (whole[-1], expected)
steps = simulate_fmu(fmu, stop_time=1.0, output_interval=0.01, output=["coordinates/hinge.angle"], start_values={"torque": 2.0})
assert len(steps) == 101 and steps[-1][1] != expected
