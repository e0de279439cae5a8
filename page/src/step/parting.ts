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
  if (choice === "+") return `goes into the branch with ${thread}`;
  return choice === "-" ? `passes the branch by with ${thread}` : `steps ${thread}`;
}

export function parting(first: string, second: string): string {
  const [a, b] = [moves(first), moves(second)];
  const [n] = commonEnds(a, b);
  if (n === a.length && n === b.length) return "Both have come the same way.";
  const at = n === 0 ? "at the start" : `behind state ${n}`;
  if (n === a.length || n === b.length)
    return `The ${n === a.length ? "second" : "first"} one goes on ${at}, where the other one stands.`;
  return `They part ${at}: the first one ${words(a[n])}, the second one ${words(b[n])}.`;
}
