// The sessions in Step: one, or two side by side.
import * as storage from "../store/storage";
import { effect, signal, untracked } from "@preact/signals";
import type { View } from "../protocol";
import { known } from "../races/analysis";
import { type Program, current, programs } from "../store/programs";
import { go, say } from "../ui/state";
import { type How, Stepper } from "./stepper";

/** The session; undefined before one is opened. */
export const stepper = signal<Stepper | undefined>(undefined);
export const beside = signal<Stepper | undefined>(undefined);
/** The session that receives keys: the one last focused. */
export const acting = signal<Stepper | undefined>(undefined);

/** Where a session was opened from, if not from the current program. */
export interface Origin {
  name: string; // label of the way back
  go: () => void;
}
export const origin = signal<Origin | undefined>(undefined);

/** Whether the address leads to a session that the engine has yet to open. */
export const awaited = signal(false);

export async function openStep(how: How): Promise<boolean> {
  const p = current.value;
  if (p) return openProgram(p, how);
  say("There is no program.");
  return false;
}

export async function openProgram(
  p: Pick<Program, "id" | "name" | "text">,
  how: How,
  from?: Origin | undefined,
): Promise<boolean> {
  const next = new Stepper(p.name, p.text, p.id);
  next.touched = true;
  takeOver(next, from);
  go("step", true);
  return next.open(how);
}

export function draw(p: Program, v: View): Stepper {
  const next = new Stepper(p.name, p.text, p.id);
  next.draw(v);
  takeOver(next);
  return next;
}

/** Replaces the current session, remembering where it stood. */
export function takeOver(next: Stepper, from?: Origin): void {
  const old = stepper.peek();
  origin.value = from;
  stepper.value = acting.value = next;
  if (!old) return;
  remember(old);
  old.close();
}

/** Keeps Step on the current program: where it was last stepped to, or at its start once it is
 * known to be legal. A stepped session survives edits of its text, as does one opened from
 * elsewhere. */
export function follow(): void {
  effect(() => {
    const p = current.value;
    const k = known.value;
    const s = stepper.value;
    if (!p?.open || awaited.value || origin.value || (s?.program === p.id && (s.text === p.text || s.touched))) return;
    untracked(() => {
      const kept = storage.parsed(storage.readTab(key(p.id))) as { text: string; view: View } | undefined;
      if (kept?.text === p.text) {
        const stood = draw(p, kept.view);
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

/** Closing a program's tab ends its session, but remembers where it stood. */
effect(() => {
  const s = stepper.value;
  if (!s?.program || programs.value.find((p) => p.id === s.program)?.open) return;
  remember(s);
  closeBeside();
  s.close();
  stepper.value = acting.value = undefined;
  origin.value = undefined;
});

/** A session can be resumed after leaving the page. */
window.addEventListener("pagehide", () => stepper.value && remember(stepper.value));

export const openSites = (units: [string, string], left: string, right: string): void =>
  void openStep({ pair: units.join(","), sites: `${left} ${right}` });

/** Opens the current state a second time, for an alternative schedule. */
export async function openBeside(): Promise<void> {
  const one = stepper.value;
  const v = one?.view.value;
  if (!one || !v) return;
  const two = new Stepper(one.name, one.text, one.program);
  beside.value = acting.value = two;
  const aloud = "A second schedule stands beside the first one, at the same state.";
  if (await two.open({ schedule: v.line })) two.tell(aloud, "Beside: it began at the same state.");
}

export function closeBeside(): void {
  beside.value?.close();
  beside.value = undefined;
  acting.value = stepper.value;
}

const key = (program: string): string => `step.${program}`;

export function remember(s: Stepper): void {
  const view = s.view.peek();
  if (!s.program || !view) return;
  storage.writeTab(key(s.program), JSON.stringify({ text: s.text, view }));
}
