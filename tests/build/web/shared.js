// What both pages do: start the worker, show how far it is, and say when the game has gone elsewhere.
export function begin(start, heard) {
  const bar = document.getElementById("bar");
  const worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if ("loaded" in data && data.loaded < bar.max) bar.value = data.loaded;
    else if ("loaded" in data) {
      bar.removeAttribute("value"); // how long Python takes to start is not known
      const doing = document.getElementById("doing");
      if (doing) doing.textContent = "Starting …";
    }
    if ("lost" in data) {
      end(
        data.lost === "elsewhere"
          ? "The game goes on in another tab of this browser. Every move is kept."
          : `The browser could not keep a move, so it was not made (${data.lost}).`,
      );
    }
    if ("failed" in data) end(`This is a bug, sorry: ${data.failed}`);
    heard(data);
  };
  worker.postMessage({ start: { link: decodeURIComponent(location.hash.slice(1)), ...start } });
  window.addEventListener("hashchange", () => location.reload());
  document.getElementById("again").onclick = () => location.reload();
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
  return worker;
}

export function end(why) {
  document.getElementById("why").textContent = why;
  const dialog = document.getElementById("ended");
  if (!dialog.open) dialog.showModal();
}
