"""watch.py PIECES COMMAND...: a command whose standard error is a terminal and whose standard output is a pipe.

It shows "3 of 7 PIECES" on the terminal, takes the line away, and prints none of it; with --quiet it shows nothing.
"""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios


def watch(command):
    inside, outside = pty.openpty()
    fcntl.ioctl(outside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=outside)
    os.close(outside)
    out, shown = run.stdout.read(), b""
    try:
        while part := os.read(inside, 65536):
            shown += part
    except OSError:  # the other end is closed
        pass
    run.wait()
    return out, shown


pieces, command = sys.argv[1].encode(), sys.argv[2:]
out, shown = watch(command)
assert re.search(rb"\d+ of \d+ " + pieces, shown), ("no progress", shown)
before, erased, after = shown.rpartition(b"\r\x1b[J")
assert erased and b" of " not in after, ("the line stays", shown)
assert b"\x1b" not in out and not re.search(rb"\d+ of \d+ " + pieces + rb"  ", out), ("printed", out)
_, shown = watch(command + ["--quiet"])
assert b"\x1b" not in shown, ("--quiet", shown)
