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
  const [ready, archive, files, compiled] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", self.location.href).href }),
    fetch("app.zip").then((answer) => answer.arrayBuffer()),
    openStore(),
    openCompiled(),
  ]);
  pyodide = ready;
  pyodide.unpackArchive(archive, "zip", { extractDir: "/app" });
  write(compiled);
  write(files);
  pyodide.FS.mkdirTree(FOLDER);
  changes(); // what has just been written is kept already
  pyodide.runPython(PREPARE);
  const program = pyodide.pyimport(plain ? "termpuzzles.tui.plain_page" : "termpuzzles.tui.page");
  if (plain) {
    page = program.PlainPage(FOLDER, show, tell, link);
    page.begin();
  } else {
    page = program.Page(FOLDER, show, columns, rows, link, light);
    page.run().then(() => send({ plain: true }), fail);
  }
  early.splice(0).forEach(take);
  setInterval(store, 1000); // what changed without anything to show
  kept = compiled.length;
  setInterval(keepCompiled, 5000);
}

function write(files) {
  for (const [path, data] of files) {
    pyodide.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    pyodide.FS.writeFile(path, data);
  }
}

// Modules that have been compiled are kept for the next visit, which then starts sooner. Python takes a compiled module
// if its source is as old as when it was compiled, so that all are given one age.
const PREPARE = `
import os, sys
for folder, _, names in os.walk("/app"):
    for name in names:
        os.utime(f"{folder}/{name}", (0, 0))
sys.path.insert(0, "/app")
sys.dont_write_bytecode = False
`;
const COMPILED = "termpuzzles compiled";
const VERSION = "{app}"; // of Python and app.zip
let kept = 0; // how many modules

function openCompiled() {
  return new Promise((resolve) => {
    const asked = indexedDB.open(COMPILED, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("files");
    asked.onerror = () => resolve([]);
    asked.onsuccess = () => {
      const got = asked.result.transaction("files").objectStore("files").get(0);
      got.onsuccess = () => resolve(got.result?.version === VERSION ? got.result.files : []);
      got.onerror = () => resolve([]);
      got.transaction.oncomplete = () => asked.result.close();
    };
  });
}

function keepCompiled() {
  const paths = [];
  walk("/app", (path) => path.endsWith(".pyc") && paths.push(path));
  if (paths.length === kept) return;
  kept = paths.length;
  const files = paths.map((path) => [path, pyodide.FS.readFile(path)]);
  const asked = indexedDB.open(COMPILED, 1);
  asked.onsuccess = () => {
    const change = asked.result.transaction("files", "readwrite");
    change.objectStore("files").put({ version: VERSION, files }, 0);
    change.oncomplete = change.onabort = () => asked.result.close();
  };
}

function walk(folder, see) {
  const { FS } = pyodide;
  for (const name of FS.readdir(folder)) {
    if (name === "." || name === "..") continue;
    const path = `${folder}/${name}`;
    const found = FS.stat(path);
    if (FS.isDir(found.mode)) walk(path, see);
    else see(path, found);
  }
}

function take(said) {
  try {
    if ("keys" in said) page.typed(said.keys);
    if ("line" in said) page.answer(said.line);
    if ("size" in said) page.resized(...said.size);
    if ("drawn" in said) page.drawn();
    if ("save" in said) {
      page.export("/saved.zip");
      postMessage({ saved: pyodide.FS.readFile("/saved.zip") });
    }
    if ("merge" in said) {
      pyodide.FS.writeFile("/merged.zip", said.merge);
      send({ merged: page.merge("/merged.zip") });
    }
  } catch (error) {
    fail(error);
  }
}

// Nothing is told to the page before the browser has stored all files as they were when it was sent.
let outbox = [];
let storing = false;

function send(message) {
  outbox.push(message);
  if (!storing) store();
}

function show(text) {
  send({ show: text });
}

// What is said while an answer is being looked for changes nothing that is kept.
function tell(text) {
  postMessage({ show: text });
}

async function store() {
  if (storing || !pyodide) return;
  storing = true;
  try {
    do {
      const sent = outbox;
      outbox = [];
      const changed = changes();
      if (changed.length) await keep(changed);
      for (const message of sent) postMessage(message);
    } while (outbox.length);
  } catch (error) {
    lose(error);
  }
  storing = false;
}

const known = new Map(); // by path: what tells whether a file is still the same

function changes() {
  const { FS } = pyodide;
  const found = [];
  const seen = new Set();
  walk(FOLDER, (path, { ino, mtime, size }) => {
    seen.add(path);
    const sign = `${ino} ${+mtime} ${size}`;
    if (known.get(path) !== sign) {
      known.set(path, sign);
      found.push([path, FS.readFile(path)]);
    }
  });
  for (const path of [...known.keys()].filter((path) => !seen.has(path))) {
    known.delete(path);
    found.push([path, null]);
  }
  return found;
}

// The files in the browser. Each page that opens them takes a number; only the one with the latest may write.
let database = null;
let owner = 0;
const others = new BroadcastChannel("termpuzzles");
others.onmessage = ({ data }) => {
  if (owner && data > owner) lose("elsewhere"); // at once, and not only at the next move
};

function lose(reason) {
  postMessage({ lost: String(reason) });
  self.close();
}

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
      change.oncomplete = () => {
        others.postMessage(owner);
        resolve(paths.result.map((path, at) => [path, contents.result[at]]));
      };
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
