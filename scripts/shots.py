"""Make the pictures of the README and of the guide from the running site: ``make shots``.

Serves a fresh compendium on a free port, opens pages in headless Chromium, prints, and writes docs/pictures/*.png.
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from functools import partial
from io import BytesIO
from pathlib import Path
from shutil import which
from typing import Any
from urllib.parse import urljoin

import pypdfium2
from adventure_shots import take_adventures
from battle_shots import take_battle, take_fights
from campaign_shots import import_warband, take_campaign
from homebrew_shots import take_homebrew
from league_shots import take_league
from PIL import Image
from playwright.sync_api import APIResponse, Browser, Page, ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
CHROMIUM = os.environ.get("CHROMIUM") or which("chromium") or which("chromium-headless-shell")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--hide-scrollbars"]
PATIENCE_SECONDS = 300  # for whatever a busy machine takes long for; a quiet one waits for none of it

# Name, address, width and height in pixels, color scheme.
SHOTS: tuple[tuple[str, str, int, int, str], ...] = (
    ("creature", "/creatures/trog-stoneliege/", 1280, 900, "light"),
    ("creatures", "/creatures/?warband=LE&sort=-level", 1280, 900, "light"),
    ("compare", "/compare/?creature=harpy&creature=satyr&creature=manticore", 1280, 900, "dark"),
    ("deployment", "/glossary/deployment/vanguard/", 1280, 900, "light"),
    ("print", "/print/objectives/", 1280, 900, "light"),
    ("phone", "/creatures/kobold-warrior/", 360, 720, "dark"),
)

# Printed pages besides those of the warband: name and address.
PRINTS = (("print-deployments", "/print/deployments.pdf"),)
PRINT_SCALE = 1.4  # pixels a point
COLORS = 128  # of a picture: a third of the bytes, and no eye sees the difference

# The warband of the pictures, as a roster document that is imported like any other.
WARBAND = {
    "format": "muster-roster/1",
    "name": "Ash Company",
    "play_mode": "limited",
    "points_limit": 200,
    "alignment": "LE",
    "members": [
        {
            "creature": "trog-stoneliege",
            "name": "Old Flint",
            "upgrades": ["claw"],
            "items": ["holy-water"],
            "hero_points": 1,
        },
        {"creature": "kobold-warrior", "name": "Snik", "upgrades": ["sling"], "hero_points": 2},
        {"creature": "kobold-warrior"},
        {"creature": "kobold-warrior"},
        {"creature": "kobold-warrior"},
        {"creature": "boar", "items": [{"item": "fiery-weapon", "choice": "Tusk"}]},
        {"creature": "basilisk"},
    ],
}


def free_port() -> int:
    """Return a port of this machine that no one listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(address: str) -> None:
    """Return once the site answers; raise when it does not within ``PATIENCE_SECONDS``."""
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            urllib.request.urlopen(address, timeout=PATIENCE_SECONDS).close()  # noqa: S310 - an address of this machine
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
        else:
            return


def open_page(browser: Browser, width: int, height: int, **options: Any) -> Page:
    """Return an empty page of a new visitor, on a phone where it is narrow; ``options`` are those of the context."""
    viewport: ViewportSize = {"width": width, "height": height}
    context = browser.new_context(viewport=viewport, device_scale_factor=2 if width < 600 else 1, **options)
    context.set_default_timeout(PATIENCE_SECONDS * 1000)
    return context.new_page()


def take(browser: Browser, base: str) -> None:
    """Open each page and keep its picture."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, path, width, height, scheme in SHOTS:
        page = open_page(browser, width, height, color_scheme=scheme)
        answer = page.goto(base + path)
        if answer is None or not answer.ok:
            sys.exit(f"{path} answered {answer.status if answer else 'nothing'}")
        _keep(page, name)
        page.context.close()


def take_warband(browser: Browser, base: str) -> None:
    """Import a warband as a visitor does, share it, and keep pictures of the builder and of the shared page."""
    page = open_page(browser, 1280, 900)
    import_warband(page, base, WARBAND)
    builder = page.url
    page.goto(f"{builder.partition('?')[0]}share/")
    page.locator("main form button.primary").click()
    shared = page.locator("main a[href*='/shared/']").first.get_attribute("href") or ""
    page.goto(builder)
    _keep(page, "builder")
    own = builder.partition("?")[0]
    for name, address in (("print-roster", f"{own}roster.pdf"), ("print-cards", f"{own}cards.pdf"), *PRINTS):
        _keep_print(page.request.get(urljoin(base, address), timeout=PATIENCE_SECONDS * 1000), name)
    page.context.close()
    page = open_page(browser, 360, 720)
    page.goto(urljoin(base, shared))
    _keep(page, "shared")
    page.context.close()


def _keep_print(answer: APIResponse, name: str) -> None:
    if not answer.ok:
        sys.exit(f"{answer.url} answered {answer.status}")
    document = pypdfium2.PdfDocument(answer.body())
    _save(document[0].render(scale=PRINT_SCALE).to_pil(), name)
    document.close()


def _keep(page: Page, name: str) -> None:
    page.wait_for_function("document.fonts.status === 'loaded'")  # evaluating would wait without end
    _save(Image.open(BytesIO(page.screenshot())).convert("RGB"), name)


def _save(picture: Image.Image, name: str) -> None:
    picture.quantize(COLORS).save(PICTURES / f"{name}.png", optimize=True)
    print(f"docs/pictures/{name}.png")  # noqa: T201 - the only answer of the command


def main() -> None:
    """Serve, take the pictures, stop."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "MUSTER_LOCAL": "1",
            "DATABASE_URL": f"sqlite:///{folder}/shots.sqlite3",
            "HOST": "127.0.0.1",
            "PORT": str(port),
        }
        for command in (
            ["migrate", "--verbosity", "0"],
            ["load_compendium"],
            ["collectstatic", "--noinput", "-v0"],
        ):
            subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=True)  # noqa: S603 - commands of our own
        server = subprocess.Popen([sys.executable, "scripts/serve.py"], cwd=ROOT, env=environment)
        try:
            wait_for(f"http://127.0.0.1:{port}/")
            with sync_playwright() as player:
                browser = player.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                take(browser, f"http://127.0.0.1:{port}")
                take_warband(browser, f"http://127.0.0.1:{port}")
                for take_part in (take_campaign, take_league, take_homebrew, take_battle, take_fights, take_adventures):
                    take_part(partial(open_page, browser), f"http://127.0.0.1:{port}", _keep)
                browser.close()
        finally:
            server.terminate()
            server.wait(timeout=PATIENCE_SECONDS)


if __name__ == "__main__":
    main()
