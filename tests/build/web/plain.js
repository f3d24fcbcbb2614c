// Plain mode: a log of lines, and a field for the next one.
import { begin } from "./shared.js";

const loading = document.getElementById("loading");
const lines = document.getElementById("lines");
const field = document.getElementById("line");

function add(text, kind) {
  const line = document.createElement("div");
  line.textContent = text;
  if (kind) line.className = kind;
  lines.append(line);
  line.scrollIntoView({ block: "nearest" });
}

const worker = begin({ plain: true }, (data) => {
  if ("show" in data) {
    loading.hidden = true;
    add(data.show);
  }
});

document.getElementById("form").onsubmit = (event) => {
  event.preventDefault();
  add(`> ${field.value}`, "mine");
  worker.postMessage({ line: field.value });
  field.value = "";
};
field.focus();
