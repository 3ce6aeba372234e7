"""What pages weigh and when they are painted: the style sheets, and the front page on a slow phone.

The phone is headless Chromium with an empty cache: 1.6 Mb/s, 150 ms to the site, and a processor four times slower.
Where there is no Chromium, only the sheets are weighed.
"""

import gzip
import os
import shutil
from statistics import median
from typing import Any

import brotli
from playwright.sync_api import Browser, sync_playwright

from benchmarks.harness import known_host, serve
from p2v_site.stylesheets import SHEETS, SOURCES, joined_stylesheet

CHROMIUM = os.environ.get("CHROMIUM", "chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
SLOWER = 4
RUNS = 5
SETTLE_MILLISECONDS = 500
PAGES = (
    ("front page", "/"),
    ("creatures", "/creatures/"),
    ("a creature", "/creatures/harpy/"),
    ("battles", "/battles/"),
)
OBSERVE = """
window.paints = {largest: 0, what: "", shift: 0};
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    window.paints.largest = entry.startTime;
    window.paints.what = (entry.element?.tagName ?? "").toLowerCase();
  }
}).observe({type: "largest-contentful-paint", buffered: true});
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.paints.shift += entry.value;
}).observe({type: "layout-shift", buffered: true});
"""


def report() -> list[str]:
    """Measure and return the lines to print."""
    lines = ["Style sheets (to reach: core under 15 kB as gzip)"]
    for name in SHEETS:
        text = joined_stylesheet(SOURCES / name).encode()
        whole, zipped, packed = (len(file) / 1000 for file in (text, gzip.compress(text, 9), brotli.compress(text)))
        lines.append(f"  {name:<38}{whole:7.1f} kB   gzip {zipped:5.1f} kB   brotli {packed:5.1f} kB")
    lines += ["", "Largest paint at 1.6 Mb/s, processor 4 x slower (to reach: front page 1.5 s, layout shift 0)"]
    program = shutil.which(CHROMIUM) or shutil.which("chromium-headless-shell")
    if program is None:
        return [*lines, "  not measured: there is no Chromium"]
    with known_host() as client, serve(client) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        for name, address in PAGES:
            for screen, size in (("phone", PHONE), ("desk", DESK)):
                lines.append(_paints(browser, site.address(address), f"{name}, {screen}", size))
        browser.close()
    return lines


def _paints(browser: Browser, address: str, name: str, screen: dict[str, Any]) -> str:
    """Open a page several times as somebody who was never here; return the line to print."""
    runs = [_open_as_stranger(browser, address, screen) for _ in range(RUNS)]
    seconds, kilobytes = (median(run[figure] for run in runs) / 1000 for figure in ("largest", "sent"))
    shift = max(run["shift"] for run in runs)
    return f"  {name:<38}{seconds:7.2f} s    {kilobytes:6.1f} kB sent   shift {shift:.3f}   of <{runs[0]['what']}>"


def _open_as_stranger(browser: Browser, address: str, screen: dict[str, Any]) -> dict[str, Any]:
    context = browser.new_context(service_workers="block", **screen)
    page = context.new_page()
    page.add_init_script(OBSERVE)
    line = context.new_cdp_session(page)
    sent: list[float] = []
    line.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="networkidle")
    page.wait_for_timeout(SETTLE_MILLISECONDS)
    paints: dict[str, Any] = page.evaluate("window.paints")
    context.close()
    return {**paints, "sent": sum(sent)}
