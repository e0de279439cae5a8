// What is stepped: one session, or two beside each other.
import { signal } from "@preact/signals";
import type { OpenAsk } from "../protocol";
import { current } from "../store/programs";
import { go, say } from "../ui/state";
import { Stepper } from "./stepper";

/** The session; undefined before one is opened. */
export const stepper = signal<Stepper | undefined>(undefined);
/** A second one beside it. */
export const beside = signal<Stepper | undefined>(undefined);
/** Whose keys are pressed: the one that had the focus last. */
export const active = signal<"one" | "two">("one");

/** openStep begins to step the program that is shown. */
export async function openStep(how: Omit<OpenAsk, "name" | "program">, focus = true): Promise<boolean> {
  const p = current.value;
  if (!p) {
    say("There is no program.");
    return false;
  }
  return openProgram(p.name, p.text, how, focus);
}

/** openProgram begins to step any program. */
export async function openProgram(name: string, text: string, how: Omit<OpenAsk, "name" | "program">, focus = true): Promise<boolean> {
  const old = stepper.value;
  const next = new Stepper(name, text);
  stepper.value = next;
  active.value = "one";
  go("step", focus);
  const well = await next.open(how);
  old?.close();
  return well;
}

/** openRace steps to the racing state of a report of an analysis. */
export const openRace = (id: string, analysis: string): void => void openStep({ race: id, analysis });

/** openSites steps to a race that the exact search finds. */
export const openSites = (units: [string, string], left: string, right: string): void =>
  void openStep({ pair: units.join(","), sites: `${left} ${right}` });

/** putBeside opens the present state once more, to go on otherwise. */
export async function putBeside(): Promise<void> {
  const one = stepper.value;
  const v = one?.view.value;
  if (!one || !v) return;
  const two = new Stepper(one.name, one.text);
  beside.value = two;
  active.value = "two";
  if (await two.open({ schedule: v.line })) two.tell("A second schedule stands beside the first one, at the same state.", "Beside: it began at the same state.");
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
