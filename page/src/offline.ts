// The offline copy: installs it, offers new versions, and removes it on request.
import { notify } from "./ui/notices";
import { asking } from "./ui/state";

export async function offline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
    if (registration.waiting) void offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const next = registration.installing;
      next?.addEventListener("statechange", () => {
        if (next.state === "installed" && navigator.serviceWorker.controller) void offer(next);
      });
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void registration.update().catch(() => undefined);
    });
  } catch {
    // Without an offline copy, the page works as long as its host can be reached.
  }
}

/** At once if this page's files already belong to the new version, otherwise when the student
 * agrees. */
async function offer(worker: ServiceWorker): Promise<void> {
  const files = await new Promise<string[]>((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = (e: MessageEvent<string[]>) => resolve(e.data);
    worker.postMessage("files", [channel.port2]);
  });
  if (own().every((name) => files.includes(name))) {
    worker.postMessage("reload");
    return;
  }
  notify("version", "info", "There is a new version of this page. Your programs stay.", {
    name: "Reload",
    run: () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), { once: true });
      worker.postMessage("reload");
    },
  });
}

function own(): string[] {
  const { engine, exec, worker } = document.documentElement.dataset;
  const named = [...document.querySelectorAll("script[src], link[href]")].map(
    (e) => e.getAttribute("src") ?? e.getAttribute("href"),
  );
  return [engine, exec, worker, ...named].filter((n): n is string => typeof n === "string");
}

/** Completes a reset by address: removes the offline copy and says so. */
export async function wasReset(): Promise<void> {
  for (const r of (await navigator.serviceWorker?.getRegistrations()) ?? []) await r.unregister();
  if ("caches" in window) for (const key of await caches.keys()) await caches.delete(key);
  const home = new URL(window.location.href);
  home.search = "";
  const text =
    "The offline copy was removed, and the page was loaded afresh. Your programs and lessons are still here.";
  const goOn = { name: "Go on", run: () => window.location.replace(home) };
  const forget = (): void => {
    for (const key of Object.keys(window.localStorage))
      if (key.startsWith("wobbly.")) window.localStorage.removeItem(key);
    goOn.run();
  };
  notify("reset", "info", text, goOn, {
    name: "Delete programs and lessons too",
    run: () => {
      const name = "Delete all programs, and the record of the lessons, from this browser?";
      asking.value = { name, does: "Delete them", done: forget };
    },
  });
}
