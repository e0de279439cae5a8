// Keeps the address true to what is shown. Each region, lesson, task and set of hypotheses gets its
// own entry in the tab's history; a step of the session or a state of the graph only replaces the
// address of its entry.
import { computed, effect, signal } from "@preact/signals";
import { ask } from "./engine/client";
import { compareHash } from "./lab/compare";
import { graphHash } from "./lab/explore";
import { game } from "./lab/game";
import { theoremHash } from "./lab/theorem";
import { type Entry, entry, following } from "./share";
import { stepper } from "./step/open";
import { current, currentID } from "./store/programs";
import { dismiss } from "./ui/notices";
import { labTab, region } from "./ui/state";

const link = signal({ program: "", place: "", hash: "" });

/** What is shown. A new key makes a new history entry; hash is its address, or empty to leave the
 * address alone. */
const place = computed((): { key: string; hash: string; program?: string } => {
  if (region.value === "races") return { key: "races", hash: "#races" };
  if (region.value === "lab") {
    const g = labTab.value === "lessons" ? game.value : undefined;
    if (labTab.value === "theorem") return { key: theoremHash.value, hash: theoremHash.value };
    if (labTab.value === "compare") return { key: "compare", hash: compareHash.value };
    if (labTab.value === "explore") return { key: "explore", hash: graphHash.value };
    if (!g) return { key: labTab.value, hash: `#${labTab.value}` };
    const hash = `#lesson-${g.number}${g.task.number > 1 ? `-${g.task.number}` : ""}`;
    return { key: `lesson-${g.number}-${g.task.number}`, hash };
  }
  const program = currentID.value;
  const to = link.value;
  const here = to.program === program && to.place === stepper.value?.view.value?.line;
  return { key: `step ${program}`, hash: here ? to.hash : "", program };
});

const pause = 200; // milliseconds after a step before its link is made
const longest = 20_000; // characters; states of longer programs get no address

export function addresses(): void {
  let timer: number | undefined;
  effect(() => {
    const s = stepper.value;
    const v = s?.view.value;
    const p = current.value;
    if (!s?.touched || !v || v.session === 0 || s.program !== p?.id || s.text !== p.text) return;
    if (region.value !== "step" || s.text.length > longest) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      const to = { program: p.id, place: v.line };
      ask("session", "share.make", { session: v.session, region: "step" }).then(
        (made) =>
          stepper.peek() === s && s.view.peek()?.line === v.line && (link.value = { ...to, hash: `#${made.hash}` }),
        () => undefined, // keep the old address
      );
    }, pause);
  });
  effect(() => {
    const { key, hash, program } = place.value;
    if (following.value) return;
    const old = entry();
    const at = (address: string): Entry => ({ key, ...(program && { followed: { hash: address, program } }) });
    if (old.key === undefined) window.history.replaceState({ ...at(window.location.hash), ...old, key }, "");
    else if (old.key !== key) {
      dismiss("link");
      window.history.pushState(at(hash || "#step"), "", hash || "#step");
    } else if (hash && hash !== window.location.hash) window.history.replaceState(at(hash), "", hash);
  });
}
