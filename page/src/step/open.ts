// What is stepped: one session, or two beside each other.
import * as storage from "../store/storage";
import { effect, signal, untracked } from "@preact/signals";
import type { View } from "../protocol";
import { known } from "../races/analysis";
import { type Program, current, programs } from "../store/programs";
import { go, say } from "../ui/state";
import { type How, Stepper } from "./stepper";

/** The session; undefined before one is opened. */
export const stepper = signal<Stepper | undefined>(undefined);
/** A second one beside it. */
export const beside = signal<Stepper | undefined>(undefined);
/** Whose keys are pressed: the one that had the focus last. */
export const active = signal<"one" | "two">("one");

/** Origin is from where the session was opened, other than from the program that is shown. */
export interface Origin {
  name: string; // of what leads back
  go: () => void;
}
export const origin = signal<Origin | undefined>(undefined);

/** Whether the address leads to a session that the engine has yet to open. */
export const awaited = signal(false);

export async function openStep(how: How, focus = true): Promise<boolean> {
  const p = current.value;
  if (!p) {
    say("There is no program.");
    return false;
  }
  return openProgram(p, how, undefined, focus);
}

export async function openProgram(
  p: Pick<Program, "id" | "name" | "text">,
  how: How,
  from: Origin | undefined,
  focus = true,
): Promise<boolean> {
  const next = new Stepper(p.name, p.text, p.id);
  next.touched = true;
  takeOver(next, from);
  go("step", focus);
  return next.open(how);
}

/** draw shows a program at a state that is known before the engine is there. */
export function draw(p: Program, v: View): Stepper {
  const next = new Stepper(p.name, p.text, p.id);
  next.draw(v);
  takeOver(next);
  return next;
}

/** takeOver steps another session from now on; where the one before stood is kept. */
export function takeOver(next: Stepper, from?: Origin): void {
  const old = stepper.peek();
  origin.value = from;
  stepper.value = next;
  active.value = "one";
  if (!old) return;
  putAway(old);
  old.close();
}

/** follow has Step show the program that is shown: where it was stepped to last, or from its start
 * once it is known to be legal. What the student has stepped stays when its text is edited, and
 * what was opened from elsewhere stays as well. */
export function follow(): void {
  effect(() => {
    const p = current.value;
    const k = known.value;
    const s = stepper.value;
    if (!p?.open || awaited.value || origin.value || (s?.program === p.id && (s.text === p.text || s.touched))) return;
    untracked(() => {
      const kept = keptOf(p);
      if (kept) {
        const stood = draw(p, kept);
        stood.touched = true;
        stood.warm();
      } else if (k?.races && k.id === p.id && k.text === p.text) {
        const next = new Stepper(p.name, p.text, p.id);
        takeOver(next);
        void next.open({});
      }
    });
  });
}

/** A program whose tab is closed is stepped no more; where it stood is kept. */
effect(() => {
  const s = stepper.value;
  if (!s?.program || programs.value.find((p) => p.id === s.program)?.open) return;
  putAway(s);
  takeAway();
  s.close();
  stepper.value = undefined;
  origin.value = undefined;
});

/** What is stepped when the page is left can be gone on with. */
window.addEventListener("pagehide", () => stepper.value && putAway(stepper.value));

export const openRace = (id: string, analysis: string): void => void openStep({ race: id, analysis });

/** openSites steps to a race that the exact search finds. */
export const openSites = (units: [string, string], left: string, right: string): void =>
  void openStep({ pair: units.join(","), sites: `${left} ${right}` });

/** putBeside opens the present state once more, to go on otherwise. */
export async function putBeside(): Promise<void> {
  const one = stepper.value;
  const v = one?.view.value;
  if (!one || !v) return;
  const two = new Stepper(one.name, one.text, one.program);
  beside.value = two;
  active.value = "two";
  if (await two.open({ schedule: v.line }))
    two.tell(
      "A second schedule stands beside the first one, at the same state.",
      "Beside: it began at the same state.",
    );
}

export function takeAway(): void {
  beside.value?.close();
  beside.value = undefined;
  active.value = "one";
}

/** acting is the session that keys and buttons of the region mean. */
export function acting(): Stepper | undefined {
  return active.value === "two" ? (beside.value ?? stepper.value) : stepper.value;
}

interface Kept {
  text: string;
  view: View;
}

const key = (program: string): string => `step.${program}`;

/** putAway keeps where a session stands, for its program. */
export function putAway(s: Stepper): void {
  const view = s.view.peek();
  if (!s.program || !view) return;
  const kept: Kept = { text: s.text, view };
  storage.putHere(key(s.program), JSON.stringify(kept));
}

/** keptOf is where a program was stepped to, if its text is still the one that was stepped. */
export function keptOf(p: Program): View | undefined {
  try {
    const kept = JSON.parse(storage.here(key(p.id)) ?? "") as Kept;
    return kept.text === p.text ? kept.view : undefined;
  } catch {
    return undefined;
  }
}
