"""The examples of deploy/: each can be read by what it is for, as far as that is on this machine, and fits the site."""

import configparser
import os
import re
import runpy
import shutil
import signal
import subprocess
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from tests.conftest import lack

COMMAND = re.compile(r"manage\.py (\w+)")
VARIABLE = re.compile(r"^#?([A-Z_]+)=", re.MULTILINE)


@pytest.fixture
def deploy(root: Path) -> Path:
    """The folder."""
    return root / "deploy"


@pytest.fixture
def compose(deploy: Path) -> dict[str, Any]:
    """The compose file."""
    configuration = yaml.safe_load((deploy / "compose.yaml").read_text(encoding="utf-8"))
    assert isinstance(configuration, dict)
    return configuration


def test_the_compose_file_has_every_part_and_each_waits_for_what_it_needs(compose):
    services = compose["services"]
    assert services.keys() == {"prepare", "web", "worker", "beat", "database", "redis", "proxy"}
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= services.keys(), name
    for name in ("web", "worker", "beat"):
        assert services[name]["depends_on"] == {"prepare": {"condition": "service_completed_successfully"}}
        assert services[name]["read_only"] is True
    named = {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", ())}
    assert {name for name in named if not name.startswith(".")} == compose["volumes"].keys()
    assert (Path(__file__).parents[2] / services["web"]["build"]["dockerfile"]).is_file()


def test_the_log_of_each_container_is_bounded(compose):
    for name, service in compose["services"].items():
        assert service["logging"] == {"driver": "local", "options": {"max-size": "10m", "max-file": "5"}}, name


def test_docker_reads_the_compose_file(deploy: Path):
    if not shutil.which("docker") or subprocess.run(["docker", "compose", "version"], capture_output=True).returncode:
        return  # its YAML was read above
    given = {"SECRET_KEY": "k", "ALLOWED_HOSTS": "muster.example", "POSTGRES_PASSWORD": "p"}
    command = ["docker", "compose", "--file", "compose.yaml", "config", "--quiet"]
    done = subprocess.run(command, cwd=deploy, env=os.environ | given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_variable_of_the_examples_is_told_in_the_operations_guide(root: Path, deploy: Path, compose):
    guide = (root / "docs" / "operations.md").read_text(encoding="utf-8")
    example = set(VARIABLE.findall((deploy / "muster.env.example").read_text(encoding="utf-8")))
    used = example | compose["x-muster"]["environment"].keys()
    assert sorted(name for name in used - {"POSTGRES_PASSWORD"} if f"`{name}`" not in guide) == []


def test_every_command_of_the_examples_is_there(deploy: Path):
    texts = [path.read_text(encoding="utf-8") for path in sorted(deploy.rglob("*")) if path.is_file()]
    named = {name for text in texts for name in COMMAND.findall(text)}
    assert {"backup", "migrate", "run_jobs"} <= named <= get_commands().keys()


def test_the_container_copies_what_is_there(root: Path, deploy: Path):
    lines = (deploy / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    kinds = {line.split()[0] for line in lines if line and not line.startswith("#")}
    assert kinds == {"FROM", "ENV", "RUN", "WORKDIR", "COPY", "USER", "EXPOSE", "CMD"}
    assert [line.split()[1] for line in lines if line.startswith("COPY")] == ["requirements.txt", "."]
    ignored = (root / ".dockerignore").read_text(encoding="utf-8").split()
    assert {".git", ".venv", "var"} <= set(ignored)


def test_the_units_of_systemd_can_be_read(deploy: Path, root: Path, tmp_path: Path):
    units = sorted((deploy / "systemd").iterdir())
    assert len(units) == 6
    for unit in units:
        text = unit.read_text(encoding="utf-8")
        parser = configparser.ConfigParser(strict=False, interpolation=None)
        parser.optionxform = str  # type: ignore[assignment,method-assign] # names of systemd have capitals
        parser.read_string(text)
        assert {"Unit", "Timer" if unit.suffix == ".timer" else "Service"} <= set(parser.sections())
        here = text.replace("/srv/muster", str(root)).replace("User=muster\n", "")
        (tmp_path / unit.name).write_text(here.replace("EnvironmentFile=/etc/muster.env\n", ""), encoding="utf-8")
    if verify := shutil.which("systemd-analyze"):
        copies = [str(path) for path in sorted(tmp_path.iterdir())]
        done = subprocess.run([verify, "verify", *copies], capture_output=True, text=True)
        assert str(tmp_path) not in done.stderr, done.stderr


def test_the_services_of_systemd_have_a_journal_of_their_own_and_journald_bounds_it(deploy: Path, tmp_path: Path):
    for unit in (deploy / "systemd").glob("*.service"):
        assert "\nLogNamespace=muster\n" in unit.read_text(encoding="utf-8"), unit.name
    journald, unshare = Path("/lib/systemd/systemd-journald"), shutil.which("unshare")
    if os.getuid() or not journald.exists() or not unshare:
        return
    shutil.copy(deploy / "journald@muster.conf", tmp_path)
    # Its files lie in folders that only this process sees.
    script = f"""mount --bind {tmp_path} /etc/systemd && mount -t tmpfs tmpfs /var/log && mount -t tmpfs tmpfs /run &&
        mkdir -p /run/systemd /var/log/journal && timeout --preserve-status 20 {journald} muster"""
    environment = os.environ | {"SYSTEMD_LOG_TARGET": "console", "SYSTEMD_LOG_LEVEL": "debug"}
    command = [unshare, "--mount", "sh", "-c", script]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr
        lines = []
        for line in running.stderr:
            lines.append(line)
            if "running as PID" in line:
                os.kill(int(line.split("PID")[1].split()[0]), signal.SIGTERM)
    if "running as PID" not in "".join(lines):
        return  # a machine on which no process may have folders of its own
    assert "max_use=100.0M max_size=10.0M" in "".join(lines)
    assert "Unknown" not in "".join(lines)


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_a_proxy_has_its_braces_and_writes_what_the_site_trusts(deploy: Path, name: str):
    text = re.sub(r"(?m)^\s*#.*$", "", (deploy / name).read_text(encoding="utf-8"))
    depth = 0
    for sign in text:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    assert "/health/" in text
    assert "/metrics/" in text
    if name == "nginx.conf":
        for line in filter(None, map(str.strip, text.splitlines())):
            assert line[-1] in "{};", line
        for header in ("Host $host", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme"):
            assert f"proxy_set_header {header};" in text


def test_nginx_itself_reads_its_example(deploy: Path, tmp_path: Path):
    nginx, openssl = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin"), shutil.which("openssl")
    if not nginx or not openssl:
        lack("nginx or openssl", "apt install nginx-light openssl")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    make = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=muster.example"]
    subprocess.run([*make, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    text = (deploy / "nginx.conf").read_text(encoding="utf-8")
    folder = "/etc/letsencrypt/live/muster.example"
    text = text.replace(f"{folder}/fullchain.pem", str(certificate)).replace(f"{folder}/privkey.pem", str(key))
    (tmp_path / "site.conf").write_text(text, encoding="utf-8")
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; events {{}} http {{ include {tmp_path}/site.conf; }}", encoding="utf-8"
    )
    done = subprocess.run([nginx, "-t", "-c", str(tmp_path / "nginx.conf")], capture_output=True, text=True)
    assert "syntax is ok" in done.stderr, done.stderr


def test_caddy_itself_reads_its_example(deploy: Path):
    if not (caddy := shutil.which("caddy")):
        lack("Caddy", "apt install caddy")
    command = [caddy, "validate", "--adapter", "caddyfile", "--config", str(deploy / "Caddyfile")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("status", "expected"), [(200, 0), (503, 1), (None, 1)])
def test_the_probe_of_a_container_says_whether_the_site_is_ready(root: Path, monkeypatch, capsys, status, expected):
    asked: list[str | None] = []

    class ProbedSite(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.headers["Host"])
            self.send_response(status)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Stay quiet."""

    server = HTTPServer(("127.0.0.1", 0), ProbedSite)
    monkeypatch.setenv("PORT", str(server.server_port))
    monkeypatch.setenv("ALLOWED_HOSTS", "muster.example,www.muster.example")
    thread = Thread(target=server.handle_request)
    if status:
        thread.start()
    else:
        server.server_close()
    assert runpy.run_path(str(root / "scripts" / "probe.py"))["main"]() == expected
    if status:
        thread.join()
        server.server_close()
        assert asked == ["muster.example"]


def test_a_change_ends_with_the_container_that_is_built_and_started(root: Path):
    lines = (root / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert lines[-1] == "scripts/try-container"


def test_a_machine_that_cannot_build_the_container_says_so(root: Path, tmp_path: Path):
    for name in ("bash", "dirname"):
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    command = [str(root / "scripts" / "try-container")]
    done = subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "The container image was not tried: buildah is not on this machine.\n"
