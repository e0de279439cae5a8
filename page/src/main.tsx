import "./app.css";
import { addresses } from "./address";
import burble from "../../examples/burble.il";
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
import { tell } from "./step/story";
import * as programs from "./store/programs";
import { meet } from "./store/tabs";
import { around } from "./ui/around";
import { palette } from "./ui/palette";
import { embedded, go, region, regions } from "./ui/state";

const root = document.getElementById("app")!;

/** show shows what was there last, or what the address leads to. */
async function show(): Promise<void> {
  programs.restore();
  if (new URL(window.location.href).searchParams.has("reset")) await wasReset();
  else if (!embedded) void offline();
  await follow(!wentBack());
  first();
  stepping();
  render(null, root);
  root.replaceChildren();
  render(<App />, root);
  // The worker that frames share outlives this one, and would keep its session.
  if (embedded) window.addEventListener("pagehide", (e) => e.persisted || stepper.peek()?.close());
  else {
    addresses();
    meet();
  }
  window.addEventListener("popstate", () => void follow(false));
  window.addEventListener("keydown", ways);
  onPaper();
}

/** wake starts the engine. */
function wake(): void {
  begin();
  watch();
}

/** wentBack reports whether the page is there because one went back or forward to it. */
function wentBack(): boolean {
  const [n] = performance.getEntriesByType("navigation");
  return n instanceof PerformanceNavigationTiming && n.type === "back_forward";
}

/** first opens burble for those who have never been here, and has it come to its race. */
function first(): void {
  if (programs.current.value || programs.programs.value.length > 0) return;
  const p = programs.add("burble.il", burble, true);
  if (region.value === "step" && window.location.hash === "") tell(p);
}

/** ways are the keys that lead about the page: Ctrl K to the palette, Alt and 1 to 4 to the regions,
 * F6 from part to part. */
function ways(e: KeyboardEvent): void {
  if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "k") {
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

if (embedded) void embed(root, show, wake);
else void show().then(wake);
