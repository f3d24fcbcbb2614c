// What both pages do: start the worker, show how far it is, save and read games, and say when the game goes on elsewhere.
export function begin(start, heard) {
  const bar = document.getElementById("bar");
  const doing = document.getElementById("doing");
  const said = document.getElementById("said");
  const worker = new Worker("worker.js", { type: "module" });
  let started = false;
  worker.onmessage = ({ data }) => {
    if ("loaded" in data && data.loaded < bar.max) bar.value = data.loaded;
    else if ("loaded" in data) {
      bar.removeAttribute("value"); // how long Python takes to start is not known
      doing.textContent = "Starting …";
    }
    if ("show" in data && !started) {
      started = true;
      // Not before: it loads all files once more, mostly from what the browser has just kept.
      if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
    }
    if ("lost" in data) {
      end(
        data.lost === "elsewhere"
          ? "The game goes on in another tab of this browser. Every move is kept."
          : `The browser could not keep a move, so it was not made (${data.lost}).`,
      );
    }
    if ("failed" in data) end(`This is a bug, sorry: ${data.failed}`);
    if ("saved" in data) download(data.saved);
    if ("merged" in data) said.textContent = data.merged;
    heard(data);
  };
  worker.postMessage({ start: { link: decodeURIComponent(location.hash.slice(1)), ...start } });
  window.addEventListener("hashchange", () => location.reload());
  document.getElementById("again").onclick = () => location.reload();

  const file = document.getElementById("open");
  document.getElementById("save").onclick = () => worker.postMessage({ save: true });
  document.getElementById("read").onclick = () => file.click();
  file.onchange = async () => {
    const [chosen] = file.files;
    if (chosen) worker.postMessage({ merge: new Uint8Array(await chosen.arrayBuffer()) });
    file.value = "";
  };
  // Some browsers delete what pages keep when room is short, unless the player has been there and we have asked.
  const ask = () => navigator.storage?.persist?.().catch(() => {});
  for (const event of ["keydown", "pointerdown"]) window.addEventListener(event, ask, { once: true });
  return worker;
}

function download(data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type: "application/zip" }));
  link.download = "termpuzzles-played.zip";
  link.click();
  URL.revokeObjectURL(link.href);
}

export function end(why) {
  document.getElementById("why").textContent = why;
  const dialog = document.getElementById("ended");
  if (!dialog.open) dialog.showModal();
}
