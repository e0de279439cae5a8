// Finds where two schedules diverge.
import { commonEnds } from "../ui/words";

/** Splits a schedule into moves: "A+2 B" is A+, A, A, B. */
export function moves(schedule: string): string[] {
  return [...schedule.matchAll(/([AB])([+-]*)(\d*)/g)].flatMap(([, thread, choices, number]) => [
    ...[...choices!].map((c) => thread! + c),
    ...Array.from({ length: number === "" ? 1 : Number(number) }, () => thread!),
  ]);
}

function words(move = ""): string {
  const [thread, choice] = move;
  if (choice === "+") return `${thread} enters the branch`;
  return choice === "-" ? `${thread} skips the branch` : `${thread} takes a step`;
}

export function parting(first: string, second: string): string {
  const [a, b] = [moves(first), moves(second)];
  const [n] = commonEnds(a, b);
  if (n === a.length && n === b.length) return "Both schedules are the same.";
  const at = n === 0 ? "at the start" : `after state ${n}`;
  if (n === a.length || n === b.length)
    return `The ${n === a.length ? "second" : "first"} one continues ${at}, where the other one ends.`;
  return `They diverge ${at}: in the first one ${words(a[n])}, in the second one ${words(b[n])}.`;
}
