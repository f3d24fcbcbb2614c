// The terminal on the page: keys, touch and size go to the worker, and what the app draws comes from there.
import { begin } from "./shared.js";

const GROUNDS = { dark: { background: "#121212", foreground: "#e0e0e0" }, light: { background: "#ffffff", foreground: "#202020" } };
const light = matchMedia("(prefers-color-scheme: light)");
const place = document.getElementById("terminal");
const terminal = new Terminal({
  allowProposedApi: true,
  cols: 20, // until it is fitted: a phone would make room for a wider one
  cursorBlink: false,
  fontFamily: "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
  scrollback: 0,
  theme: GROUNDS[light.matches ? "light" : "dark"],
});
const fit = new FitAddon.FitAddon();
terminal.loadAddon(fit);
terminal.open(place);
try {
  terminal.loadAddon(new WebglAddon.WebglAddon()); // draws half blocks itself, without gaps
} catch {
  // without it they are drawn by the font
}

function resize() {
  const narrow = place.clientWidth < 600;
  const [columns, rows] = narrow ? [40, 20] : [100, 30];
  const size = Math.min(place.clientWidth / columns / 0.6, place.clientHeight / rows / 1.2);
  terminal.options.fontSize = Math.max(10, Math.min(22, Math.floor(size)));
  fit.fit();
}
resize();

const loading = document.getElementById("loading");
const said = document.getElementById("said");
let unread = 0;
const worker = begin({ columns: terminal.cols, rows: terminal.rows, light: light.matches }, (data) => {
  if ("show" in data && data.show) {
    loading.hidden = true;
    unread += 1;
    terminal.write(data.show, () => {
      unread -= 1;
      if (!unread) worker.postMessage({ drawn: true });
    });
  }
  if ("saved" in data) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data.saved], { type: "application/zip" }));
    link.download = "termpuzzles-played.zip";
    link.click();
    URL.revokeObjectURL(link.href);
  }
  if ("merged" in data) said.textContent = data.merged;
});
const type = (keys) => worker.postMessage({ keys });

window.terminal = terminal; // for whoever looks at it from outside, as the tests do
terminal.onData(type);
terminal.onResize(({ cols, rows }) => worker.postMessage({ size: [cols, rows] }));
new ResizeObserver(resize).observe(place);
light.addEventListener("change", () => {
  terminal.options.theme = GROUNDS[light.matches ? "light" : "dark"];
});
terminal.parser.registerOscHandler(52, (asked) => {
  const text = new TextDecoder().decode(Uint8Array.from(atob(asked.split(";")[1] ?? ""), (c) => c.charCodeAt(0)));
  navigator.clipboard?.writeText(text).catch(() => {});
  return true;
});
terminal.focus();

// Touch: a tap is a click, a long press one of the middle button, which pins, and a drag draws.
const LONG = 500; // milliseconds
let touch = null;

function cell({ clientX, clientY }) {
  const box = place.querySelector(".xterm-screen").getBoundingClientRect();
  const column = Math.floor(((clientX - box.left) / box.width) * terminal.cols) + 1;
  const row = Math.floor(((clientY - box.top) / box.height) * terminal.rows) + 1;
  return `${Math.max(1, Math.min(terminal.cols, column))};${Math.max(1, Math.min(terminal.rows, row))}`;
}

const mouse = (button, at, letter) => type(`\x1b[<${button};${at}${letter}`);

place.addEventListener("touchstart", (event) => {
  event.preventDefault();
  const at = cell(event.touches[0]);
  touch = { at, first: at, held: false };
  touch.timer = setTimeout(() => {
    mouse(1, at, "M");
    mouse(1, at, "m");
    touch = null;
  }, LONG);
}, { passive: false });

place.addEventListener("touchmove", (event) => {
  event.preventDefault();
  if (!touch) return;
  const at = cell(event.touches[0]);
  if (at === touch.at) return;
  clearTimeout(touch.timer);
  if (!touch.held) mouse(0, touch.first, "M");
  touch.held = true;
  touch.at = at;
  mouse(32, at, "M");
}, { passive: false });

for (const ending of ["touchend", "touchcancel"]) {
  place.addEventListener(ending, (event) => {
    event.preventDefault();
    if (!touch) return;
    clearTimeout(touch.timer);
    if (!touch.held && ending === "touchend") mouse(0, touch.at, "M");
    if (touch.held || ending === "touchend") mouse(0, touch.at, "m");
    touch = null;
  }, { passive: false });
}

const KEYS = { "←": "\x1b[D", "↑": "\x1b[A", "↓": "\x1b[B", "→": "\x1b[C", space: " ", "⏎": "\r", esc: "\x1b", s: "s", u: "u", i: "i", e: "e", c: "c", "?": "?", q: "q" };
const NAMES = { "←": "left", "↑": "up", "↓": "down", "→": "right", "⏎": "Enter", esc: "Escape", s: "pin", u: "undo", i: "hint", e: "explain", c: "check", "?": "help", q: "back" };
for (const [word, keys] of Object.entries(KEYS)) {
  const button = document.createElement("button");
  button.textContent = word;
  button.setAttribute("aria-label", NAMES[word] ?? word);
  button.onclick = () => type(keys);
  document.getElementById("keys").append(button);
}

document.getElementById("save").onclick = () => worker.postMessage({ save: true });
document.getElementById("open").onchange = async ({ target }) => {
  const [file] = target.files;
  if (file) worker.postMessage({ merge: new Uint8Array(await file.arrayBuffer()) });
  target.value = "";
};
