import "./app.css";
import burble from "../../examples/burble.il";
import * as programs from "./store/programs";
import { addresses } from "./address";
import { render } from "preact";
import { App } from "./app";
import { begin } from "./engine/client";
import { embed } from "./embed";
import { onPaper } from "./print";
import { offline, wasReset } from "./offline";
import { watch } from "./races/analysis";
import { follow } from "./share";
import { follow as stepping, stepper } from "./step/open";
import { press } from "./step/region";
import { playStory } from "./step/story";
import { palette } from "./ui/palette";
import { embedded, go, region, regions } from "./ui/state";

const root = document.getElementById("app")!;

async function show(): Promise<void> {
  programs.restore();
  if (new URL(window.location.href).searchParams.has("reset")) await wasReset();
  else if (!embedded) void offline();
  const [came] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  await follow(came?.type !== "back_forward");
  first();
  stepping();
  render(null, root);
  root.replaceChildren();
  render(<App />, root);
  // The worker shared by frames outlives this page and would keep its session.
  if (embedded) window.addEventListener("pagehide", (e) => e.persisted || stepper.peek()?.close());
  else {
    addresses();
    programs.meet();
  }
  window.addEventListener("popstate", () => void follow(false));
  window.addEventListener("keydown", ways);
  keepFocus();
  onPaper();
}

/** Opens burble for first-time visitors and plays it up to its race. */
function first(): void {
  if (programs.current.value || programs.programs.value.length > 0) return;
  const p = programs.add("burble.il", burble, true);
  if (region.value === "step" && window.location.hash === "") playStory(p);
}

/** Focuses the task of a lesson, or the region, if the focused element is removed. */
function keepFocus(): void {
  let focused: EventTarget | null = null;
  window.addEventListener("focusin", (e) => (focused = e.target));
  new MutationObserver(() => {
    if (document.activeElement !== document.body || !(focused instanceof Node) || focused.isConnected) return;
    (document.getElementById("task") ?? document.querySelector<HTMLElement>(".region"))?.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}

/** Ctrl K opens the palette, Alt 1 to 4 the regions; F6 goes to the next part. */
function ways(e: KeyboardEvent): void {
  if ((e.ctrlKey || e.metaKey) && !e.shiftKey && e.key.toLowerCase() === "k") {
    e.preventDefault();
    palette.value = { text: "" };
  }
  if (e.ctrlKey || e.metaKey) return;
  if (e.key === "F6" && !e.altKey && around(e.shiftKey)) e.preventDefault();
  if (document.activeElement === document.body && region.value === "step" && !e.defaultPrevented) press(e);
  if (!e.altKey) return;
  const r = regions[Number(e.code.replace("Digit", "")) - 1];
  if (!r) return;
  e.preventDefault();
  go(r, true);
}

if (embedded) void embed(root, show, () => (begin(), watch()));
else {
  begin(); // the engine's worker is another thread: it starts while the first screen is drawn
  void show().then(watch);
}

const parts = ".region, .region .program, .region.step .memory, .playhead, .region .tablebox";

/** Returns false after the last part, where the browser takes over. */
export function around(back: boolean): boolean {
  if (document.querySelector("dialog[open]")) return false;
  const all = [...document.querySelectorAll<HTMLElement>(parts)].filter((e) => e.checkVisibility());
  const at = all.findLastIndex((e) => e.contains(document.activeElement));
  const next = at < 0 ? (back ? all.at(-1) : all[0]) : all[at + (back ? -1 : 1)];
  next?.focus();
  return next !== undefined;
}
