"""Headless Chromium, driven over ChromeDriver, and a server for a folder: for .ci/page-test."""

import base64
import contextlib
import functools
import http.server
import json
import socket
import subprocess
import threading
import time
import urllib.request
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
SHOTS = TOP / "target/page-test"
FLAGS = """--headless=new --no-sandbox --disable-gpu --use-gl=angle --use-angle=swiftshader
--enable-unsafe-swiftshader --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync""".split()
# Seconds until a script must have ended, on a slow machine.
PATIENCE = 900


# In the page: how long every frame took, in milliseconds, and how much of that the graphics took.
FRAME_TIMES = """
window.frameTimes = [];
window.drawingTimes = [];
window.longTasks = [];
let drawing = 0;
for (const context of [WebGLRenderingContext, WebGL2RenderingContext])
  for (const [name, what] of Object.entries(Object.getOwnPropertyDescriptors(context.prototype)))
    if (typeof what.value === "function")
      context.prototype[name] = function (...given) {
        const begun = performance.now();
        const result = what.value.apply(this, given);
        drawing += performance.now() - begun;
        return result;
      };
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.longTasks.push([task.startTime, task.duration]);
}).observe({ type: "longtask", buffered: true });
const askForFrame = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (draw) =>
  askForFrame((time) => {
    drawing = 0;
    const begun = performance.now();
    draw(time);
    window.frameTimes.push(performance.now() - begun);
    window.drawingTimes.push(drawing);
  });
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    handler = functools.partial(Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


class Browser:
    """A browser with a profile of its own, driven over ChromeDriver."""

    def __init__(self, profile, size=(1280, 800), touch=False, prefs=None):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}", "--silent"])
        self.base = f"http://127.0.0.1:{port}"
        for _ in range(100):
            try:
                self.ask("GET", "/status")
                break
            except OSError:
                time.sleep(0.1)
        flags = [*FLAGS, f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}"]
        prefs = {
            "download.default_directory": str(SHOTS),
            # a page that hands out several files is asked about the second one
            "profile.default_content_setting_values.automatic_downloads": 1,
            **(prefs or {}),
        }
        options = {"args": flags, "prefs": prefs}
        if touch:
            metrics = {"width": size[0], "height": size[1], "pixelRatio": 3, "touch": True}
            options["mobileEmulation"] = {"deviceMetrics": metrics}
        wanted = {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL"}}}}
        self.session = "/session/" + self.ask("POST", "/session", wanted)["sessionId"]
        self.tool("Page.addScriptToEvaluateOnNewDocument", source=FRAME_TIMES)

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=300) as answer:
            return json.load(answer)["value"]

    def do(self, method, path, body=None):
        return self.ask(method, self.session + path, body)

    def tool(self, command, **parameters):
        """A command of the browser's developer tools."""
        return self.do("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def run(self, script, *arguments):
        return self.do("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def shot(self, name):
        (SHOTS / f"{name}.png").write_bytes(base64.b64decode(self.do("GET", "/screenshot")))

    def open(self, url):
        self.do("POST", "/url", {"url": "about:blank"})
        self.do("POST", "/url", {"url": url})

    def ended(self):
        """Waits for the end of the script; what the title says."""
        end = time.time() + PATIENCE
        while time.time() < end:
            title = self.do("GET", "/title")
            if title.startswith("skirmish: script "):
                return title.removeprefix("skirmish: script ")
            fault = self.run("return document.getElementById('fault').textContent")
            if fault:
                return fault
            time.sleep(0.3)
        return "not over"

    def log(self):
        return self.run("return document.getElementById('log').textContent")

    def console(self):
        return [line["message"] for line in self.do("POST", "/se/log", {"type": "browser"})]

    def close(self):
        with contextlib.suppress(OSError):
            self.do("DELETE", "")
        self.driver.terminate()
        self.driver.wait()
