// Loads Python and the program, keeps the player's files in the browser, and passes on what the page and the app say.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const FOLDER = "/player";
const early = [];
let page = null;
let pyodide = null;

self.onmessage = ({ data }) => {
  if (data.start) start(data.start).catch(fail);
  else if (page) take(data);
  else early.push(data);
};

function fail(error) {
  postMessage({ failed: String(error.message ?? error).trim().split("\n").at(-1) });
}

// What is loaded, in bytes, for the bar.
let loaded = 0;
const fetchAsUsual = self.fetch.bind(self);
self.fetch = async (...asked) => {
  const answer = await fetchAsUsual(...asked);
  if (!answer.ok || !answer.body) return answer;
  const counted = answer.body.pipeThrough(
    new TransformStream({
      transform(chunk, out) {
        loaded += chunk.byteLength;
        postMessage({ loaded });
        out.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status: answer.status, headers: answer.headers });
};

async function start({ plain, columns, rows, link, light }) {
  const [ready, archive, files] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", self.location.href).href }),
    fetch("app.zip").then((answer) => answer.arrayBuffer()),
    openStore(),
  ]);
  pyodide = ready;
  pyodide.unpackArchive(archive, "zip", { extractDir: "/app" });
  for (const [path, data] of files) {
    pyodide.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    pyodide.FS.writeFile(path, data);
  }
  pyodide.FS.mkdirTree(FOLDER);
  changes(); // what has just been written is kept already
  pyodide.runPython("import sys; sys.path.insert(0, '/app')");
  const program = pyodide.pyimport("termpuzzles.tui.page");
  if (plain) {
    page = program.PlainPage(FOLDER, show, link);
    page.begin();
  } else {
    page = program.Page(FOLDER, show, columns, rows, link, light);
    page.run().catch(fail);
  }
  early.splice(0).forEach(take);
  setInterval(store, 1000); // what changed without anything to show
}

function take(said) {
  try {
    if ("keys" in said) page.typed(said.keys);
    if ("line" in said) page.answer(said.line);
    if ("size" in said) page.resized(...said.size);
    if ("drawn" in said) page.drawn();
    if ("save" in said) postMessage({ saved: pyodide.FS.readFile(page.export()) });
    if ("merge" in said) {
      pyodide.FS.writeFile("/merged.zip", said.merge);
      show("");
      postMessage({ merged: page.merge("/merged.zip") });
    }
  } catch (error) {
    fail(error);
  }
}

// Nothing is shown before the browser has stored all files as they were when it was sent.
let outbox = [];
let storing = false;

function show(text) {
  outbox.push(text);
  if (!storing) store();
}

async function store() {
  if (storing || !pyodide) return;
  storing = true;
  try {
    do {
      const shown = outbox;
      outbox = [];
      const changed = changes();
      if (changed.length) await keep(changed);
      for (const text of shown) postMessage({ show: text });
    } while (outbox.length);
  } catch (error) {
    postMessage({ lost: String(error) });
    self.close();
  }
  storing = false;
}

const known = new Map(); // by path: what tells whether a file is still the same

function changes() {
  const { FS } = pyodide;
  const found = [];
  const seen = new Set();
  const look = (folder) => {
    for (const name of FS.readdir(folder)) {
      if (name === "." || name === "..") continue;
      const path = `${folder}/${name}`;
      const { mode, ino, mtime, size } = FS.stat(path);
      if (FS.isDir(mode)) {
        look(path);
        continue;
      }
      seen.add(path);
      const sign = `${ino} ${+mtime} ${size}`;
      if (known.get(path) !== sign) {
        known.set(path, sign);
        found.push([path, FS.readFile(path)]);
      }
    }
  };
  if (FS.analyzePath(FOLDER).exists) look(FOLDER);
  for (const path of [...known.keys()].filter((path) => !seen.has(path))) {
    known.delete(path);
    found.push([path, null]);
  }
  return found;
}

// The files in the browser. Each page that opens them takes a number; only the one with the latest may write.
let database = null;
let owner = 0;

function openStore() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open("termpuzzles", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("files");
      asked.result.createObjectStore("owner");
    };
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      database = asked.result;
      const change = database.transaction(["files", "owner"], "readwrite");
      const latest = change.objectStore("owner").get(0);
      latest.onsuccess = () => {
        owner = (latest.result ?? 0) + 1;
        change.objectStore("owner").put(owner, 0);
      };
      const paths = change.objectStore("files").getAllKeys();
      const contents = change.objectStore("files").getAll();
      change.oncomplete = () => resolve(paths.result.map((path, at) => [path, contents.result[at]]));
      change.onabort = () => reject(change.error);
    };
  });
}

function keep(changed) {
  return new Promise((resolve, reject) => {
    const change = database.transaction(["files", "owner"], "readwrite");
    const files = change.objectStore("files");
    const latest = change.objectStore("owner").get(0);
    latest.onsuccess = () => {
      if (latest.result !== owner) return change.abort();
      for (const [path, data] of changed) data ? files.put(data, path) : files.delete(path);
    };
    change.oncomplete = resolve;
    change.onabort = () => reject(change.error ?? "elsewhere");
  });
}
