// The terminal on the page: keys, touch and size go to the worker, and what the app draws comes from there.
import { begin } from "./shared.js";

const GROUNDS = { dark: { background: "#101217", foreground: "#e0e0e0" }, light: { background: "#fbfbfc", foreground: "#202020" } };
const light = matchMedia("(prefers-color-scheme: light)");
const fingers = matchMedia("(pointer: coarse)");
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
terminal.textarea.setAttribute("aria-label", "The game. Shift and Tab leads to a version in plain text, for a screen reader.");
try {
  const drawing = new WebglAddon.WebglAddon(); // draws half blocks itself, without gaps
  drawing.onContextLoss(() => drawing.dispose()); // phones take it away from a page that was not seen for long
  terminal.loadAddon(drawing);
} catch {
  // without it they are drawn by the font
}

// As many characters as a small, a flat or a large window has room for at a size that can be read.
function resize() {
  const { clientWidth: width, clientHeight: height } = place;
  const [columns, rows] = width < 600 ? [40, 20] : height < 450 ? [80, 22] : [100, 30];
  const size = Math.min(width / columns / 0.6, height / rows / 1.2);
  terminal.options.fontSize = Math.max(10, Math.min(22, Math.floor(size)));
  fit.fit();
}
resize();

const loading = document.getElementById("loading");
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
  if ("plain" in data) location.href = `plain.html${location.hash}`;
});
const type = (keys) => worker.postMessage({ keys });

window.terminal = terminal; // for whoever looks at it from outside, as the tests do
terminal.onData(type);
terminal.onResize(({ cols, rows }) => worker.postMessage({ size: [cols, rows] }));
new ResizeObserver(resize).observe(place);
light.addEventListener("change", () => {
  const name = light.matches ? "light" : "dark";
  terminal.options.theme = GROUNDS[name];
  const [red, green, blue] = GROUNDS[name].background.match(/[0-9a-f]{2}/g);
  type(`\x1b]11;rgb:${red}/${green}/${blue}\x1b\\`); // as terminals answer who asks for their background
});
// Left to the browser: the way out of the terminal, and pasting as everywhere else on a page.
terminal.attachCustomKeyEventHandler((event) => {
  const leaves = event.key === "Tab" && event.shiftKey;
  const pastes = event.key.toLowerCase() === "v" && event.ctrlKey && !event.altKey;
  return !leaves && !pastes;
});
place.addEventListener("contextmenu", (event) => event.preventDefault()); // the right button is the app's
terminal.parser.registerOscHandler(52, (asked) => {
  const text = new TextDecoder().decode(Uint8Array.from(atob(asked.split(";")[1] ?? ""), (c) => c.charCodeAt(0)));
  navigator.clipboard?.writeText(text).catch(() => {});
  return true;
});
if (fingers.matches) terminal.textarea.inputMode = "none"; // else the keyboard would cover half the screen
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

// The keys for fingers: what is on each, what it types, and its name where that is only a picture.
const KEYS = [
  ["←", "\x1b[D", "left"], ["↑", "\x1b[A", "up"], ["↓", "\x1b[B", "down"], ["→", "\x1b[C", "right"],
  ["space", " "], ["⏎", "\r", "Enter"], ["pin", "s"], ["undo", "u"],
  ["hint", "i"], ["why", "e"], ["check", "c"], ["esc", "\x1b", "Escape"],
  ["help", "?"], ["menu", "\x10"], ["back", "q"], ["⌨", "", "keyboard"],
];
for (const [word, keys, name] of KEYS) {
  const button = document.createElement("button");
  button.textContent = word;
  if (name) button.setAttribute("aria-label", name);
  button.addEventListener("pointerdown", (event) => event.preventDefault()); // the focus stays where it is
  button.onclick = () => (keys ? type(keys) : raiseKeyboard());
  document.getElementById("keys").append(button);
}

function raiseKeyboard() {
  terminal.textarea.inputMode = terminal.textarea.inputMode === "none" ? "text" : "none";
  terminal.blur();
  terminal.focus();
}
