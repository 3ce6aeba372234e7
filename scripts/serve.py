"""Serve Muster on this machine with gunicorn, and do its jobs beside it: what ``make run`` ends with."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOOK_SECONDS = 0.5
RESTART_SECONDS = 3
END_SECONDS = 15
EVERYWHERE = ("0.0.0.0", "::", "*")  # noqa: S104 - compared with, not bound to


def main() -> None:
    """Check the address, start what does jobs, then become gunicorn (gunicorn.conf.py says the rest)."""
    host, port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
    if not port.isdecimal() or not 0 < int(port) < 65536:
        sys.exit(f"PORT is {port!r}; it must be a number from 1 to 65535.")
    if fault := port_fault(host, int(port)):
        sys.exit(fault)
    os.environ.setdefault("ALLOWED_HOSTS", ",".join(allowed_hosts(host)))
    if not os.environ.get("CELERY_BROKER_URL", os.environ.get("REDIS_URL")):
        keep_jobs_running()
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "p2v_site.wsgi"])  # noqa: S606 - no shell is the point


def keep_jobs_running() -> None:
    """Fork a process that runs ``manage.py run_jobs``, starts it again when it breaks, and ends with this one."""
    server = os.getpid()
    if os.fork():
        return
    # Ctrl+C reaches all processes of the terminal: this one goes on until the server has ended, as after SIGTERM.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    jobs = start_jobs()
    try:
        while os.getppid() == server:
            try:
                status = jobs.wait(LOOK_SECONDS)
            except subprocess.TimeoutExpired:
                continue
            if os.getppid() == server:
                sys.stderr.write(f"The process that does jobs ended with status {status}; it is started again.\n")
                time.sleep(RESTART_SECONDS)
                jobs = start_jobs()
    finally:
        jobs.terminate()
        try:
            jobs.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            jobs.kill()  # its job loses its lease, and the next process takes it up
    sys.exit()


def start_jobs() -> subprocess.Popen[bytes]:
    """Start the process that does jobs."""
    command = [sys.executable, str(ROOT / "manage.py"), "run_jobs", "--beside", str(os.getpid())]
    return subprocess.Popen(command, cwd=ROOT)  # noqa: S603 - our own command


def port_fault(host: str, port: int) -> str | None:
    """Say in one sentence why nothing can listen at this address; None when it is free."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as fault:
        if isinstance(fault, socket.gaierror):
            return f"HOST is {host!r}, which is no address of this machine."
        return (
            f"Cannot serve on {host} port {port} ({fault.strerror}). Choose another: make run PORT={port % 65535 + 1}"
        )
    return None


def allowed_hosts(host: str) -> list[str]:
    """Return the names under which the site answers: this machine's own, and those of the address it listens on."""
    hosts = ["127.0.0.1", "localhost", "[::1]"]
    if host in EVERYWHERE:
        name = socket.gethostname()
        hosts += [name, *(str(answer[4][0]) for answer in socket.getaddrinfo(name, None, family=socket.AF_INET))]
    else:
        hosts.append(f"[{host}]" if ":" in host else host)
    return list(dict.fromkeys(hosts))


if __name__ == "__main__":
    main()
