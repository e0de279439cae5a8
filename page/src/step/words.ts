// Session states and schedules in words.
import type { MoveView, Option, ThreadView, View } from "../protocol";
import { commonEnds } from "../ui/words";

/** Says where a session without a race stands, and what the last move did. */
export function sentenceOf(v: View): string {
  const [a, b] = v.threads;
  if (v.ended) return "Both threads have ended.";
  if (v.lock.deadlock)
    return `${a.name} waits for ${a.wants}, which B holds, and ${b.name} for ${b.wants}, which A holds: a deadlock.`;
  const stuck = v.threads.find((t) => t.forever || t.stop === "faulty");
  if (stuck) return stuck.forever ? `${stuck.name} waits for ${stuck.wants}, and nobody will release it.` : stuck.text;
  const waits = v.threads.find((t) => t.stop === "waits");
  if (waits) return `${waits.name} waits for ${waits.wants}. Only ${waits.name === "A" ? "B" : "A"} can go.`;
  const ended = v.threads.find((t) => t.stop === "ended");
  if (ended) return `${ended.name} has ended. Only ${ended.name === "A" ? "B" : "A"} can go.`;
  if (!v.last) return `${a.unit} runs as A, ${b.unit} as B. You decide who goes.`;
  return `${v.last.thread} ${did(v.last)}. Who goes next?`;
}

function did(m: MoveView): string {
  if (m.choice) return `chose: ${m.text}`;
  if (m.lock) return `${m.lock === "acquire" ? "took" : "released"} ${lockOf(m.text)}`;
  if (m.new) return `made the object ${m.new}`;
  if (m.writes) return `wrote ${m.writes}`;
  return m.reads ? `read ${m.reads}` : `did ${m.text}`;
}

function lockOf(command: string): string {
  const name = /\((.+)\)/.exec(command)?.[1];
  return name ? `lock ${name}` : "the lock";
}

export function nextWords(t: ThreadView): string {
  if (t.stop === "ended") return "has ended";
  if (t.stop === "waits") return `waits for ${t.wants}`;
  if (t.stop === "faulty") return "cannot go on";
  if (t.access) return `${t.access === "R" ? "read" : "write"} ${t.path}`;
  if (/^(un)?lock\(/.test(t.do)) return `${t.do[0] === "l" ? "take" : "release"} ${lockOf(t.do)}`;
  return t.do.replace(/^\w*'\d+ :=/, "evaluate"); // the local is not in the source
}

const ways: Record<string, string> = {
  then: "take the branch",
  else: "take the other branch",
  loop: "go round the loop",
  exit: "leave the loop",
};

export const optionWords = (o: Option): string => ways[o.take] ?? o.text;

/** Splits a schedule into moves: "A+2 B" is A+, A, A, B. */
export function moves(schedule: string): string[] {
  return [...schedule.matchAll(/([AB])([+-]*)(\d*)/g)].flatMap(([, thread, choices, number]) => [
    ...[...choices!].map((c) => thread! + c),
    ...Array.from({ length: number === "" ? 1 : Number(number) }, () => thread!),
  ]);
}

function moveWords(move = ""): string {
  const [thread, choice] = move;
  if (choice === "+") return `${thread} enters the branch`;
  return choice === "-" ? `${thread} skips the branch` : `${thread} takes a step`;
}

/** Says where two schedules diverge. */
export function parting(first: string, second: string): string {
  const [a, b] = [moves(first), moves(second)];
  const [n] = commonEnds(a, b);
  if (n === a.length && n === b.length) return "Both schedules are the same.";
  const at = n === 0 ? "at the start" : `after state ${n}`;
  if (n === a.length || n === b.length)
    return `The ${n === a.length ? "second" : "first"} one continues ${at}, where the other one ends.`;
  return `They diverge ${at}: in the first one ${moveWords(a[n])}, in the second one ${moveWords(b[n])}.`;
}
