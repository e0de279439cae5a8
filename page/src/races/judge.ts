// The two answers held beside each other: what the analysis says, and what the
// search of all interleavings finds.
import { count } from "../ui/words";
import type { CheckDocument, ExploreDocument, Filtered, PairSearch, Report, Side } from "./documents";

/** Truth is what the search says of a pair of accesses: it races, it never
 * does, or the search was cut before that was known. */
export type Truth = "races" | "never" | "unknown";

/** Missed is a race that the search finds and the analysis does not report. */
export interface Missed {
  units: [string, string];
  left: string;
  right: string;
  kinds: [string, string];
}

/** Place is one of two accesses: a statement can read and write, and so its kind counts. */
interface Place {
  unit: string;
  at: string;
  kind: string;
}

/** raceOf names two accesses, in whichever order they are given. */
const raceOf = (...accesses: [Place, Place]): string =>
  accesses
    .map((a) => `${a.unit} ${a.at} ${a.kind}`)
    .sort()
    .join(" / ");

/** found lists the races of one pair of units, by their names. A race of a method with itself
 * is one race, whichever thread makes which access. */
function found(p: PairSearch): Map<string, Missed> {
  const all = new Map<string, Missed>();
  for (const r of p.races) {
    const left = { unit: p.left, at: r.left, kind: r.kinds[0] };
    const right = { unit: p.right, at: r.right, kind: r.kinds[1] };
    const name = raceOf(left, right);
    if (all.has(name)) continue;
    all.set(name, { units: [p.left, p.right], left: r.left, right: r.right, kinds: r.kinds });
  }
  return all;
}

/** truth is what the search says of two accesses of a pair of units. */
export function truth(of: { left: Side; right: Side }, search: ExploreDocument | undefined): Truth {
  const units = [of.left.unit, of.right.unit].sort().join();
  const pair = search?.pairs.find((p) => [p.left, p.right].sort().join() === units);
  if (!pair) return "unknown";
  if (found(pair).has(raceOf(of.left, of.right))) return "races";
  return pair.complete ? "never" : "unknown";
}

/** missed lists the races that no report names. If not all reports are listed, nothing is known
 * to be missed. */
export function missed(check: CheckDocument, search: ExploreDocument): Missed[] {
  if (unlisted(check.total.races, check.races) > 0n) return [];
  const reported = new Set(check.races.map((r) => raceOf(r.left, r.right)));
  const all = search.pairs.flatMap((p) => [...found(p)]);
  return all.filter(([name]) => !reported.has(name)).map(([, race]) => race);
}

/** proved reports whether the search shows that the program has no race: it was complete, and
 * found none. */
export const proved = (search: ExploreDocument | undefined): boolean =>
  search !== undefined && search.pairs.every((p) => p.complete && p.races.length === 0);

/** Summary is the answer to "how many races?", for a badge. */
export interface Summary {
  number: string;
  text: string; // the number with its noun
  real: boolean; // some race is known to be real
}

/** summary counts the races that are known to be real, whether they are reported or missed.
 * Without one it says "0 races" only if that is proved, and otherwise counts reports. */
export function summary(check: CheckDocument, search: ExploreDocument | undefined): Summary {
  const races = check.races.filter(confirmed).length + (search ? missed(check, search).length : 0);
  const real = races > 0;
  const listed = unlisted(check.total.races, check.races) === 0n;
  if (listed && (real || proved(search))) return { number: String(races), text: count(races, "race"), real };
  return { number: check.total.races, text: count(check.total.races, "report"), real };
}

/** realFirst puts the reports that are real races before the others. */
export const realFirst = (reports: readonly Report[]): Report[] =>
  [...reports].sort((x, y) => Number(confirmed(y)) - Number(confirmed(x)));

/** unlisted is how many there are besides those that the engine lists. */
export const unlisted = (total: string, listed: readonly unknown[]): bigint => BigInt(total) - BigInt(listed.length);

/** sideText is an access in words: "meps reads b.f under the lock". */
export function sideText(s: Side): string {
  return `${s.unit} ${s.kind === "read" ? "reads" : "writes"} ${s.path}${s.lock > 0 ? " under the lock" : ""}`;
}

/** reasonText is why a pair is left out, in words. */
export function reasonText(f: Filtered): string {
  const wobbly = f.wobbly.map((w) => `${w.prefix} is wobbly in ${w.unit}: ${w.at} ${w.calls?.length ? "may change it in a call" : "changes it"}`);
  const others = f.reasons.flatMap((r) => (r === "owned" ? ["no other thread can reach the object"] : r === "no-evidence" ? ["nothing says that the units run side by side"] : []));
  return [...new Set([...wobbly, ...others])].join("; ");
}

/** silence is what there is to say of a pair that races and is left out. */
export function silence(analysis = "racerdx"): string {
  return analysis === "racerdx" ? "It does race: RacerDX is silent to stay without false alarms." : `It does race, and ${analysis} leaves it out.`;
}

/** verdictWords are what the page calls a verdict. */
export const verdictWords: Record<Report["verdict"], string> = {
  confirmed: "confirmed",
  refuted: "refuted",
  impossible: "false alarm",
  unknown: "undecided",
  outside: "not judged",
};

/** incomplete says what of a check is not complete, or shows a defect. */
export function incomplete(check: CheckDocument): string[] {
  return [...(check.interrupted ? ["The analysis was ended early: the lists are not complete."] : []), ...(check.cut ?? []).map((c) => `Not complete: ${c}.`), ...(check.defects ?? []).map((d) => `A defect: ${d}.`)];
}

/** Why a search was cut, in words. */
const cuts: Record<string, string> = {
  memory: "the memory that the page may take is full",
  states: "the bound on states was reached",
  "state size": "states grew larger than the bound on objects",
  switches: "context switches are bounded",
  unroll: "rounds of loops are bounded",
  random: "random runs are a sample",
};

/** searchText is what a search of one pair came to, in words. */
export function searchText(p: PairSearch): string {
  const states = count(p.states, "state");
  const why = cuts[p.cut ?? ""] ? ` (${cuts[p.cut ?? ""]})` : "";
  if (p.races.length > 0) return `${count(p.races.length, "race")} in ${states}${p.complete ? "" : `, and the search was cut${why}`}`;
  return p.complete ? `no race: complete, ${states}` : `no race in ${states}, but the search was cut${why}: that proves nothing`;
}

/** nothing says in words why nothing is reported, and first what is missed, if anything is. Only
 * RacerDX's own condition is known here; for another analysis it says just that. */
export function nothing(check: CheckDocument, search: ExploreDocument | undefined): string[] {
  const name = check.analysis ?? "racerdx";
  const left = Number(check.total.filtered);
  const lines: string[] = [];
  if (left > 0) lines.push(`${name} examined ${count(left, "candidate pair")} of accesses and left ${left === 1 ? "it" : "them"} out; the reasons stand below.`);
  else if (name !== "racerdx") lines.push(`${name} reports nothing on any pair of units.`);
  else lines.push("RacerDX records no two accesses with the same fields of which one writes and one is without the lock.");
  if (!search) return lines;
  const races = missed(check, search).length;
  const states = search.pairs.reduce((n, p) => n + p.states, 0);
  if (races > 0) lines.unshift(`The exact search finds more: ${count(races, "real race")} ${races === 1 ? "is" : "are"} missed.`);
  else if (proved(search)) {
    lines.push(`The exact search has been through every interleaving from every initial state (${count(states, "state")} of ${count(search.pairs.length, "pair")}): none races. That is a proof for this program.`);
  } else lines.push("The exact search was cut, so that a race may be left.");
  return lines;
}

/** confirmed reports whether a witness of the report was accepted. */
export const confirmed = (r: Report): boolean => r.verdict === "confirmed";
