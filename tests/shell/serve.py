#!/usr/bin/env python3
"""Asks the server of the page what a browser would, and what an attacker would. usage: serve.py GUDGEON ROOT WORK"""
import http.client
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.parse

gudgeon, root, work = sys.argv[1:4]
site = os.path.join(work, "site")
patience = 120  # seconds until something that should happen has not


def setup():
    os.makedirs(os.path.join(site, "models"))
    for name in ("pendulum/pendulum.yaml", "bearing/raimondi.yaml"):
        shutil.copy(os.path.join(root, "examples", name), os.path.join(site, "models"))
    with open(os.path.join(work, "secret.yaml"), "w") as secret:
        secret.write("gudgeon: 1\ntitle: top secret\n")
    os.symlink(os.path.join(work, "secret.yaml"), os.path.join(site, "link.yaml"))
    os.symlink(work, os.path.join(site, "out"))


class Server:
    def __init__(self):
        words = [gudgeon, "serve", site, "--no-browser", "--json", "--page", os.path.join(work, "page")]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        address = urllib.parse.urlsplit(json.loads(self.process.stdout.readline())["address"])
        self.port = address.port
        self.token = urllib.parse.parse_qs(address.query)["token"][0]
        self.cookie = f"gudgeon-{self.port}={self.token}"

    def ask(self, method, path, body=None, cookie=True, heads=None, **query):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)
        words = urllib.parse.urlencode(query, doseq=True)
        heads = dict(heads or {})
        if cookie:
            heads["Cookie"] = self.cookie
        connection.request(method, f"{path}?{words}" if words else path, body, heads)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, data, answer

    def get(self, path, **query):
        status, data, _ = self.ask("GET", path, **query)
        assert status == 200, (path, query, status, data[:300])
        return data

    def json(self, path, **query):
        return json.loads(self.get(path, **query))

    def post(self, path, body="", **query):
        status, data, _ = self.ask("POST", path, body, **query)
        assert status == 200, (path, query, status, data[:300])
        return json.loads(data)

    def wait(self, job, states):
        end = time.time() + patience
        while time.time() < end:
            found = self.json("/api/jobs")[job]
            if found["state"] in states:
                return found
            time.sleep(0.05)
        raise AssertionError(f"job {job} is {found}, not one of {states}")


def doubles(data):
    return struct.unpack(f"<{len(data) // 8}d", data)


def who_may_ask(s):
    assert s.ask("GET", "/", cookie=False)[0] == 403
    assert s.ask("GET", "/api/folder", cookie=False)[0] == 403
    assert s.ask("GET", "/", cookie=False, token="0" * 32)[0] == 403
    status, _, answer = s.ask("GET", "/", cookie=False, token=s.token)
    given = answer.getheader("Set-Cookie")
    assert status == 303 and answer.getheader("Location") == "/", status
    assert given.startswith(s.cookie) and "HttpOnly" in given and "SameSite=Strict" in given, given
    assert s.ask("GET", "/")[0] == 200
    for heads in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"},
                  {"Origin": f"http://127.0.0.1:{s.port + 1}"}, {"Host": f"127.0.0.1:{s.port}.evil.example"}):
        assert s.ask("GET", "/api/folder", heads=heads)[0] == 403, heads
        assert s.ask("POST", "/api/save", "x", heads=heads, model="models/new.yaml")[0] == 403, heads
    assert s.ask("GET", "/api/folder", heads={"Origin": f"http://127.0.0.1:{s.port}"})[0] == 200
    answer = s.ask("GET", "/")[2]
    assert "default-src 'none'" in answer.getheader("Content-Security-Policy")
    assert "unsafe" not in answer.getheader("Content-Security-Policy")
    assert answer.getheader("X-Content-Type-Options") == "nosniff"
    assert s.ask("GET", "/nothing")[0] == 404 and s.ask("POST", "/api/folder", "")[0] == 405
    assert s.ask("PUT", "/", "x")[0] == 405


def paths(s):
    bad = ["../secret.yaml", "/etc/passwd", "models/../../secret.yaml", "link.yaml", "out/secret.yaml", ".", "",
           "models//pendulum.yaml", ".hidden", "models/.hidden.yaml", "x" * 5000, "models/nothing.yaml", "models/"]
    for name in bad:
        for path, key in (("/api/model", "model"), ("/api/result", "result"), ("/api/file", "result")):
            status, data, _ = s.ask("GET", path, **{key: name})
            assert status in (400, 404, 422), (path, name, status)
            assert b"secret" not in data.replace(name.encode(), b""), (path, name, data)
    for name in ("../new.yaml", "out/new.yaml", "models/new.txt", "link.yaml", "/tmp/new.yaml"):
        status = s.ask("POST", "/api/save", "gudgeon: 1\n", model=name)[0]
        assert status in (400, 404), (name, status)
    assert not os.path.exists(os.path.join(work, "new.yaml"))
    entries = [e["path"] for e in s.json("/api/folder")["entries"]]
    assert entries == ["models/pendulum.yaml", "models/raimondi.yaml"], entries


def models(s):
    text = open(os.path.join(site, "models/pendulum.yaml")).read()
    assert s.json("/api/model", model="models/pendulum.yaml")["text"] == text
    found = s.post("/api/check", text.replace("inertia", "inertai"), model="models/pendulum.yaml")
    first = found["diagnostics"][0]
    assert not found["valid"] and first["own"] and first["line"] == 7, found
    assert "inertai" in first["message"] and "inertia" in first["hint"] + first["message"], first
    assert s.post("/api/check", text, model="models/pendulum.yaml")["valid"]
    assert s.post("/api/save", text + "# mine\n", model="models/copy.yaml")["saved"]
    assert open(os.path.join(site, "models/copy.yaml")).read() == text + "# mine\n"
    os.remove(os.path.join(site, "models/copy.yaml"))
    assert "properties" in s.json("/api/schema")


def runs(s):
    job = s.post("/api/run", model="models/pendulum.yaml", name="first", set=["simulate.until=1 s"])
    assert s.wait(job["job"], ("done", "failed"))["state"] == "done"
    result = s.json("/api/result", result=job["result"])
    assert result["ended"] and result["records"] == 101 and result["summary"], result["records"]
    assert [b["name"] for b in result["bodies"]] == ["ground", "rod"] or len(result["bodies"]) >= 1
    # the answer is that of the command, also where no file beside the result has it
    os.remove(os.path.join(site, job["result"], "summary.json"))
    own = subprocess.run([gudgeon, "summary", os.path.join(site, job["result"]), "--json"], capture_output=True,
                         text=True, check=True)
    again = s.json("/api/result", result=job["result"])["summary"]
    assert again["window"] == json.loads(own.stdout)["window"] and again["energy"] == json.loads(own.stdout)["energy"]
    series = doubles(s.get("/api/series", result=job["result"], signal="bodies/rod/position:0"))
    assert series[0] == 101 and len(series) == 1 + 2 * 101
    # the same numbers as those of the command
    subprocess.run([gudgeon, "run", os.path.join(site, "models/pendulum.yaml"), "--set", "simulate.until=1 s", "-o",
                    os.path.join(work, "same"), "--no-figures", "--quiet"], check=True)
    csv = os.path.join(work, "same.csv")
    subprocess.run([gudgeon, "export", os.path.join(work, "same"), "bodies/rod/position.x", "--csv", csv, "--quiet"],
                   check=True)
    rows = [line.split(",") for line in open(csv).read().splitlines()]
    body = [r for r in rows if r and r[0][:1].isdigit()]
    assert [float(r[1]) for r in body] == list(series[1 + 101:]), "the page and the command differ"
    # fewer points keep the extremes
    few = doubles(s.get("/api/series", result=job["result"], signal="bodies/rod/position:0", points=10))
    assert few[0] == 10 and max(few[11:]) == max(series[102:]) and min(few[11:]) == min(series[102:])
    poses = doubles(s.get("/api/poses", result=job["result"], frames=7, channel=["time", "bodies/rod/orientation"]))
    assert poses[0] == 7 and len(poses) == 1 + 7 + 7
    for query in ({"signal": "nothing"}, {"signal": "bodies/rod/position:9"}, {"signal": "bodies/rod/position:-1"}):
        assert s.ask("GET", "/api/series", result=job["result"], **query)[0] == 404
    assert s.ask("GET", "/api/field", result=job["result"], channel="time")[0] == 404
    assert s.get("/api/file", result=job["result"])[1:4] == b"HDF"
    # an edited text, with a mistake
    job = s.post("/api/run", "gudgeon: 1\nnonsense: 1\n", model="models/pendulum.yaml", name="wrong")
    failed = s.wait(job["job"], ("done", "failed"))
    assert failed["state"] == "failed" and "nonsense" in failed["text"], failed
    for name in ("", "../x", "a/b", "a b", "x" * 200):
        assert s.ask("POST", "/api/run", "", model="models/pendulum.yaml", name=name)[0] == 400


def children(pid):
    return [int(p) for p in subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True,
                                           text=True).stdout.split()]


def ends(s):
    long = {"model": "models/pendulum.yaml", "set": ["simulate.until=1e6 s"]}
    job = s.post("/api/run", name="long", **long)["job"]
    s.wait(job, ("runs",))
    assert s.post("/api/cancel", job=job)["cancelled"] and s.wait(job, ("cancelled",))
    assert not s.post("/api/cancel", job=job)["cancelled"] and not s.post("/api/cancel", job=99)["cancelled"]
    job = s.post("/api/run", name="killed", **long)["job"]
    s.wait(job, ("runs",))
    end = time.time() + patience
    while len(mine := children(s.process.pid)) != 1 and time.time() < end:
        time.sleep(0.05)
    os.kill(mine[0], signal.SIGKILL)
    assert "signal 9" in s.wait(job, ("failed",))["text"]
    events = http.client.HTTPConnection("127.0.0.1", s.port, timeout=patience)
    events.request("GET", "/api/events", headers={"Cookie": s.cookie})
    answer = events.getresponse()
    assert answer.readline() == b"event: jobs\n" and b'"killed"' in answer.readline()
    events.close()


def components(s):
    text = open(os.path.join(site, "models/raimondi.yaml")).read()
    got = s.post("/api/component", text, model="models/raimondi.yaml", kind="bearing")
    own = subprocess.run([gudgeon, "bearing", os.path.join(site, "models/raimondi.yaml"), "--json"],
                         capture_output=True, text=True, check=True)
    expected = json.loads(own.stdout)
    assert got["answer"]["film_min"] == expected["film_min"] and got["answer"]["S"] == expected["S"]
    got = s.post("/api/component", text.replace("radius", "radios"), model="models/raimondi.yaml", kind="bearing")
    assert got["answer"] is None and got["diagnostics"][0]["line"] > 0
    assert s.post("/api/component", text, model="models/raimondi.yaml", kind="nothing")["answer"] is None


def floods(s):
    status, data, _ = s.ask("POST", "/api/check", "x" * (5 << 20), model="models/pendulum.yaml")
    assert status == 413, status
    held = []
    for _ in range(40):  # that never say all they announce
        one = socket.create_connection(("127.0.0.1", s.port), timeout=patience)
        one.sendall(b"POST /api/check?model=models/pendulum.yaml HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf")
        held.append(one)
    for _ in range(500):
        assert s.ask("GET", "/api/jobs")[0] == 200
    for one in held:
        one.close()
    for line in (b"GET\r\n\r\n", b"\x00\xff" * 500, b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\n\r\n"):
        one = socket.create_connection(("127.0.0.1", s.port), timeout=0.5)
        try:
            one.sendall(line)
            one.recv(1000)
        except OSError:
            pass
        one.close()
    assert s.ask("GET", "/api/folder")[0] == 200


setup()
server = Server()
try:
    for test in (who_may_ask, paths, models, components, runs, ends, floods):
        test(server)
    job = server.post("/api/run", model="models/pendulum.yaml", name="last", set=["simulate.until=1e6 s"])["job"]
    server.wait(job, ("runs",))
finally:
    server.process.send_signal(signal.SIGTERM)
    code = server.process.wait(timeout=patience)
assert code == 0, f"exit code {code}"
left = [name for _, _, files in os.walk(site) for name in files if name.startswith(".")]
assert not left, left
