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

const keyOf = (a: string, b: string): string => [a, b].sort().join(" ");

/** truth is what the search says of two accesses of a pair of units. */
export function truth(of: { left: Side; right: Side }, search: ExploreDocument | undefined): Truth {
  const pair = search?.pairs.find((p) => keyOf(p.left, p.right) === keyOf(of.left.unit, of.right.unit));
  if (!pair) return "unknown";
  const wanted = keyOf(of.left.at, of.right.at);
  if (pair.races.some((r) => keyOf(r.left, r.right) === wanted)) return "races";
  return pair.complete ? "never" : "unknown";
}

/** missed lists the races that no report names. Where not all reports are listed, that is
 * not known of any. */
export function missed(check: CheckDocument, search: ExploreDocument): Missed[] {
  if (unlisted(check.total.races, check.races) > 0n) return [];
  const reported = new Set(check.races.map((r) => `${keyOf(r.left.unit, r.right.unit)} ${keyOf(r.left.at, r.right.at)}`));
  return search.pairs.flatMap((p) =>
    p.races
      .filter((r) => !reported.has(`${keyOf(p.left, p.right)} ${keyOf(r.left, r.right)}`))
      .map((r): Missed => ({ units: [p.left, p.right], left: r.left, right: r.right, kinds: r.kinds })),
  );
}

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

/** nothing says why there is no race, in words. Only RacerDX's own condition is known
 * here; of another analysis it is said that it reports nothing. */
export function nothing(check: CheckDocument, search: ExploreDocument | undefined): string[] {
  const name = check.analysis ?? "racerdx";
  const left = Number(check.total.filtered);
  const lines: string[] = [];
  if (left > 0) lines.push(`${name} examined ${count(left, "candidate pair")} of accesses and left ${left === 1 ? "it" : "them"} out; the reasons stand below.`);
  else if (name !== "racerdx") lines.push(`${name} reports nothing on any pair of units.`);
  else lines.push("RacerDX records no two accesses with the same fields of which one writes and one is without the lock.");
  if (!search) return lines;
  const found = search.pairs.reduce((n, p) => n + p.races.length, 0);
  const states = search.pairs.reduce((n, p) => n + p.states, 0);
  if (found > 0) lines.push(`The exact search knows better: ${count(found, "real race")} ${found === 1 ? "is" : "are"} missed, see below.`);
  else if (search.pairs.every((p) => p.complete)) {
    lines.push(`The exact search has been through every interleaving from every initial state (${count(states, "state")} of ${count(search.pairs.length, "pair")}): none races. That is a proof for this program.`);
  } else lines.push("The exact search was cut, so that a race may be left.");
  return lines;
}

/** confirmed tells whether a witness of the report was accepted. */
export const confirmed = (r: Report): boolean => r.verdict === "confirmed";
