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
    def __init__(self, *more):
        words = [gudgeon, "serve", site, "--no-browser", "--json", "--page", os.path.join(work, "page"), *more]
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
            found = next(j for j in self.json("/api/jobs") if j["job"] == job)
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
                  {"Origin": f"http://127.0.0.1:{s.port + 1}"}, {"Sec-Fetch-Site": "cross-site"},
                  {"Sec-Fetch-Site": "same-site"}, {"Host": f"127.0.0.1:{s.port}.evil.example"}):
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
    for name in ("../new.yaml", "out/new.yaml", "models/new.txt", "link.yaml", "/tmp/new.yaml",
                 "models/two\nlines.yaml", "models/red\x1b[31m.yaml", "models/\x9b31m.yaml"):
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
    # many bodies: the time grows with their number, not with its square
    many = "".join(f"  b{i}: {{mass: 1 kg, inertia: 1, at: [{i}, 0]}}\n" for i in range(3000))
    got = s.post("/api/start", "gudgeon: 1\nspace: planar\nbodies:\n" + many + "simulate: {until: 1 s}\n", model="models/pendulum.yaml")
    placed = {b["name"]: b["position"] for b in got["bodies"] if "position" in b}
    assert len(placed) == 3000 and placed["b7"][:2] == [7, 0], (len(placed), placed.get("b7"))


def runs(s):
    job = s.post("/api/run", model="models/pendulum.yaml", name="first", set=["simulate.until=1 s"])
    assert s.wait(job["job"], ("done", "failed"))["state"] == "done"
    result = s.json("/api/result", result=job["result"])
    assert result["ended"] and result["records"] == 101, result["records"]
    assert s.json("/api/summary", result=job["result"])["window"]
    assert s.json("/api/parts", result=job["result"])["parts"] == []
    assert [b["name"] for b in result["bodies"]] == ["ground", "rod"] or len(result["bodies"]) >= 1
    # the answer is that of the command, also where no file beside the result has it
    os.remove(os.path.join(site, job["result"], "summary.json"))
    own = subprocess.run([gudgeon, "summary", os.path.join(site, job["result"]), "--json"], capture_output=True,
                         text=True, check=True)
    again = s.json("/api/summary", result=job["result"])
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
    assert not got["valid"] and got["answer"]["errors"][0]["line"] > 0
    got = s.post("/api/component", text, model="models/raimondi.yaml", kind="bearing", set=["bearing.clearance=60 um"])
    assert got["valid"] and got["answer"]["film_min"] != expected["film_min"]
    for kind in ("nothing", "run", "--help", ""):
        assert s.ask("POST", "/api/component", text, model="models/raimondi.yaml", kind=kind)[0] == 400


class Raw:
    """A connection that says what it likes, byte by byte."""

    def __init__(self, s, text=b""):
        self.socket = socket.create_connection(("127.0.0.1", s.port), timeout=patience)
        self.say(text)

    def say(self, text):
        try:
            self.socket.sendall(text)
        except OSError:  # refused before all was said
            pass

    def stop_saying(self):
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:  # refused and closed already
            pass

    def answer(self):
        try:
            return self.socket.recv(1000)
        except OSError:
            return b""

    def close(self):
        self.socket.close()


def head(s, line, *more, cookie=True):
    lines = [line, f"Host: 127.0.0.1:{s.port}", *more] + ([f"Cookie: {s.cookie}"] if cookie else [])
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def bodies(s):
    check = "POST /api/check?model=models/pendulum.yaml HTTP/1.1"
    status, data, _ = s.ask("POST", "/api/check", "x" * (4 << 20), model="models/pendulum.yaml")
    assert status == 200, status  # as large as may be
    # huge ones are refused by their head: nothing of them has to arrive
    for size in ("5000000", "99999999999999999999"):
        one = Raw(s, head(s, check, f"Content-Length: {size}"))
        assert b" 413 " in one.answer() or size != "5000000", size
        one.close()
    assert s.ask("POST", "/api/check", iter([b"x" * (1 << 20)] * 6), model="models/pendulum.yaml")[0] == 413
    # strangers do not get to send a body at all
    one = Raw(s, head(s, check, "Content-Length: 1000000", cookie=False))
    assert b" 403 " in one.answer()
    one.close()
    # truncated ones, and nonsense
    for text in (head(s, check, "Content-Length: 1000") + b"half", head(s, check, "Transfer-Encoding: chunked") + b"zz\r\n",
                 head(s, check, "Content-Length: -5"), b"GET\r\n\r\n", b"\x00\xff" * 500,
                 b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\n\r\n", head(s, "GET /api/folder HTTP/1.1", *["X: y"] * 3000),
                 head(s, "GET /%00%ff%2e%2e/ HTTP/1.1"), head(s, "GET //api/folder HTTP/9.9")):
        one = Raw(s, text)
        one.stop_saying()
        one.answer()
        one.close()
    assert s.ask("GET", "/api/folder")[0] == 200


def floods(s):
    # connections that say nothing, and some that stop in the middle of a word, before and after the token
    held = [Raw(s) for _ in range(60)] + [Raw(s, b"GET /api/fol") for _ in range(60)]
    held += [Raw(s, head(s, "POST /api/check?model=models/pendulum.yaml HTTP/1.1", "Content-Length: 1000") + b"half")
             for _ in range(60)]
    connection = http.client.HTTPConnection("127.0.0.1", s.port, timeout=patience)
    begin, answered = time.monotonic(), 0
    for _ in range(10000):
        connection.request("GET", "/api/jobs", headers={"Cookie": s.cookie})
        answer = connection.getresponse()
        data = answer.read()
        assert answer.status in (200, 429), (answer.status, data)
        answered += answer.status == 200
    # 4000 at once and 1000 a second: what is above is refused
    most = 4001 + 1000 * (time.monotonic() - begin)
    assert 4000 <= answered <= most, (answered, most)
    connection.close()
    for one in held:
        one.close()
    end = time.monotonic() + patience
    while s.ask("GET", "/api/folder")[0] == 429 and time.monotonic() < end:
        time.sleep(0.05)
    assert s.ask("GET", "/api/folder")[0] == 200
    # more connections than there is room for: those above are closed, and the page answers again when they are gone
    held = [Raw(s) for _ in range(300)]
    for one in held:
        one.close()
    while time.monotonic() < end:
        try:
            if s.ask("GET", "/api/folder")[0] == 200:
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the page does not answer any more")


def queue(s):
    """More runs than may wait are refused; cancelled ones leave nothing behind."""
    text = open(os.path.join(site, "models/pendulum.yaml")).read().replace("until: 5 s", "until: 1e6 s")
    jobs, status = [], 200
    while status == 200 and len(jobs) < 400:
        status, data, _ = s.ask("POST", "/api/run", text, model="models/pendulum.yaml", name=f"queued{len(jobs)}")
        if status == 200:
            jobs.append(json.loads(data)["job"])
    assert status == 503 and 190 <= len(jobs) <= 200, (status, len(jobs))
    for job in jobs:
        s.post("/api/cancel", job=job)
    for job in jobs:
        s.wait(job, ("cancelled",))
    job = s.post("/api/run", model="models/pendulum.yaml", name="after", set=["simulate.until=1 s"])["job"]
    assert s.wait(job, ("done", "failed"))["state"] == "done"


def links(s):
    """Links that lead out, at every place where a file could be."""
    secret = os.path.join(work, "secret")
    os.makedirs(secret)
    subprocess.run([gudgeon, "run", os.path.join(root, "examples/pendulum/pendulum.yaml"), "--set", "simulate.until=0.1 s",
                    "-o", secret, "--no-figures", "--quiet"], check=True)
    os.makedirs(os.path.join(site, "linked"))
    os.symlink(os.path.join(secret, "results.h5"), os.path.join(site, "linked", "results.h5"))
    for path in ("result", "parts", "summary", "file", "series", "poses", "field"):
        status, data, _ = s.ask("GET", f"/api/{path}", result="linked", channel="time")
        assert status == 404, (path, status, data[:200])
    shutil.rmtree(os.path.join(site, "linked"))
    # a link that leads nowhere is not a place for a new file
    os.symlink(os.path.join(work, "made.yaml"), os.path.join(site, "models", "dangling.yaml"))
    assert s.ask("POST", "/api/save", "gudgeon: 1\n", model="models/dangling.yaml")[0] == 404
    assert not os.path.exists(os.path.join(work, "made.yaml"))
    os.remove(os.path.join(site, "models", "dangling.yaml"))
    # a folder of runs that is somewhere else
    os.rename(os.path.join(site, "runs"), os.path.join(site, "kept"))
    os.makedirs(os.path.join(work, "elsewhere"))
    os.symlink(os.path.join(work, "elsewhere"), os.path.join(site, "runs"))
    assert s.ask("POST", "/api/run", "", model="models/pendulum.yaml", name="escaped")[0] == 500
    assert not os.listdir(os.path.join(work, "elsewhere"))
    os.remove(os.path.join(site, "runs"))
    os.rename(os.path.join(site, "kept"), os.path.join(site, "runs"))


def inside(s):
    """Texts that name files outside: the loader does not open them, here or in a run."""
    text = open(os.path.join(site, "models/pendulum.yaml")).read()
    for line in (f"include: {work}/secret.yaml\n", "include: ../../secret.yaml\n"):
        found = s.post("/api/check", line + text, model="models/pendulum.yaml")
        assert not found["valid"] and "outside the folder" in str(found["diagnostics"]), found["diagnostics"]
        assert "top secret" not in str(found)
        job = s.post("/api/run", line + text, model="models/pendulum.yaml", name="outside")["job"]
        failed = s.wait(job, ("done", "failed"))
        assert failed["state"] == "failed" and "outside the folder" in failed["text"], failed
        assert ".gudgeon-draft" not in failed["text"], failed["text"]
    shape = text.replace("rod:", "rod:\n    shape: /etc/passwd.stl\n   ", 1)
    assert not s.post("/api/check", shape, model="models/pendulum.yaml")["valid"]


def over_limit(more, run, words):
    """A run over its limit ends with a message, and the page goes on."""
    s = Server(*more)
    try:
        job = s.post("/api/run", **run)["job"]
        failed = s.wait(job, ("done", "failed"))
        assert failed["state"] == "failed" and all(w in failed["text"] for w in words), failed
        assert s.ask("GET", "/api/folder")[0] == 200
    finally:
        s.process.send_signal(signal.SIGTERM)
        assert s.process.wait(timeout=patience) == 0


def limits():
    over_limit(["--hours", "0"], {"model": "models/pendulum.yaml", "name": "slow", "set": ["simulate.until=1e6 s"]},
               ["hours", "--hours"])
    if sanitized():  # which needs more address space than any limit leaves
        return
    for name in ("config-1.yaml", "mechanism.yaml"):
        shutil.copy(os.path.join(root, "examples/crank-slider", name), os.path.join(site, "models"))
    over_limit(["--memory", "0.5"], {"model": "models/config-1.yaml", "name": "fat",
                                     "set": ["joints.small-end.film.grid=[1024, 512]"]}, ["memory", "--memory"])


def sanitized():
    return b"__asan_init" in open(gudgeon, "rb").read() or b"__tsan_init" in open(gudgeon, "rb").read()


setup()
server = Server()
try:
    for test in (who_may_ask, paths, models, components, runs, ends, links, inside, bodies, queue, floods):
        test(server)
    job = server.post("/api/run", model="models/pendulum.yaml", name="last", set=["simulate.until=1e6 s"])["job"]
    server.wait(job, ("runs",))
finally:
    server.process.send_signal(signal.SIGTERM)
    code = server.process.wait(timeout=patience)
assert code == 0, f"exit code {code}"
limits()
left = [name for _, _, files in os.walk(site) for name in files if name.startswith(".")]
assert not left, left
