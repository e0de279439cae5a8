import assert from "node:assert/strict";
import { test } from "node:test";
import { type CheckDocument, type ExploreDocument, position, type Side } from "./documents";
import { incomplete, missed, nothing, proved, realFirst, reasonText, searchText, sideText, silence, summary, truth } from "./judge";

const side = (unit: string, at: string, kind: "read" | "write" = "read", lock = 0): Side => ({ unit, at, kind, path: "b.f", lock, calls: [] });
const search = (complete: boolean, ...races: [string, string][]): ExploreDocument => ({
  pairs: [{ left: "m", right: "n", states: 12, complete, races: races.map(([left, right]) => ({ left, right, kinds: ["read", "write"] as [string, string] })) }],
});
const check = (...races: [string, string][]): CheckDocument => ({
  races: races.map(([l, r], i) => ({ id: `R${i + 1}`, left: side("m", l), right: side("n", r, "write"), verdict: "confirmed" as const })),
  filtered: [],
  total: { races: String(races.length), filtered: "0" },
});

test("the search judges a pair of accesses, in either order", () => {
  const of = { left: side("n", "3:4", "write"), right: side("m", "1:2") };
  assert.equal(truth(of, undefined), "unknown");
  assert.equal(truth(of, search(true, ["1:2", "3:4"])), "races");
  assert.equal(truth(of, search(true)), "never");
  assert.equal(truth(of, search(false)), "unknown");
  assert.equal(truth({ left: side("k", "1:2"), right: side("m", "3:4") }, search(true)), "unknown");
  assert.equal(truth({ ...of, left: side("n", "3:4", "read") }, search(true, ["1:2", "3:4"])), "never");
});

test("a race that no report names is missed", () => {
  assert.deepEqual(missed(check(["1:2", "3:4"]), search(true, ["1:2", "3:4"], ["5:6", "3:4"])).map((m) => [m.left, m.right]), [["5:6", "3:4"]]);
});

test("a statement that reads and writes is two accesses, and a mirrored race is one race", () => {
  const [read, write] = [side("m", "2:3"), side("m", "2:3", "write")];
  const searched: ExploreDocument = {
    pairs: [{ left: "m", right: "m", states: 9, complete: true, races: ([["read", "write"], ["write", "read"], ["write", "write"]] as [string, string][]).map((kinds) => ({ left: "2:3", right: "2:3", kinds })) }],
  };
  assert.deepEqual(missed(check(), searched).map((m) => m.kinds.join()), ["read,write", "write,write"]);
  const reported: CheckDocument = { ...check(), races: [{ id: "R1", left: write, right: write, verdict: "confirmed" }], total: { races: "1", filtered: "0" } };
  assert.deepEqual(missed(reported, searched).map((m) => m.kinds.join()), ["read,write"]);
  assert.equal(truth({ left: write, right: read }, searched), "races");
  assert.equal(truth({ left: read, right: read }, searched), "never");
});

test("where not all reports are listed no race is called missed", () => {
  const all = search(true, ["1:2", "3:4"], ["5:6", "3:4"]);
  assert.deepEqual(missed({ ...check(["1:2", "3:4"]), total: { races: "2", filtered: "0" } }, all), []);
  assert.equal(missed({ ...check(["1:2", "3:4"]), total: { races: "1", filtered: "0" } }, all).length, 1);
});

test("a search that was cut proves nothing", () => {
  assert.equal(searchText(search(true).pairs[0]!), "no race: complete, 12 states");
  assert.ok(searchText(search(false).pairs[0]!).includes("proves nothing"));
  assert.ok(searchText(search(false, ["1:2", "3:4"]).pairs[0]!).includes("was cut"));
  assert.ok(nothing(check(), search(true)).join(" ").includes("That is a proof"));
  assert.ok(nothing(check(), search(false)).join(" ").includes("a race may be left"));
  assert.ok(nothing(check(), search(true, ["1:2", "3:4"])).join(" ").includes("1 real race is missed"));
});

test("the badge counts real races, reported or missed", () => {
  const text = (c: CheckDocument, s?: ExploreDocument): string => summary(c, s).text;
  assert.equal(text(check(["1:2", "3:4"])), "1 race");
  assert.equal(text(check(), search(true, ["1:2", "3:4"], ["5:6", "3:4"])), "2 races");
  assert.equal(text(check(["1:2", "3:4"]), search(true, ["1:2", "3:4"], ["5:6", "3:4"])), "2 races");
  assert.deepEqual(summary(check(), search(true, ["1:2", "3:4"])), { number: "1", text: "1 race", real: true });
});

test("no race is counted as none only where that is proved", () => {
  assert.equal(summary(check(), undefined).text, "0 reports");
  assert.equal(summary(check(), search(false)).text, "0 reports");
  assert.equal(summary(check(), search(true)).text, "0 races");
  assert.equal(summary(check(), search(true)).real, false);
});

test("a report that no execution bears out is not counted as a race", () => {
  const alarm = check(["1:2", "3:4"]);
  alarm.races[0]!.verdict = "impossible";
  assert.equal(summary(alarm, undefined).text, "1 report");
  assert.equal(summary(alarm, search(true)).text, "0 races");
  assert.equal(summary(alarm, search(true, ["5:6", "3:4"])).text, "1 race");
  const two = check(["1:2", "3:4"], ["5:6", "3:4"]);
  two.races[0]!.verdict = "unknown";
  assert.deepEqual(realFirst(two.races).map((r) => r.id), ["R2", "R1"]);
});

test("where not all reports are listed, reports are counted", () => {
  const many = { ...check(["1:2", "3:4"]), total: { races: "1152921504606846976", filtered: "0" } };
  assert.deepEqual(summary(many, search(true, ["1:2", "3:4"])), { number: "1152921504606846976", text: "1,152,921,504,606,846,976 reports", real: true });
});

test("absence is proved by a complete search that finds no race, and by nothing else", () => {
  assert.equal(proved(undefined), false);
  assert.equal(proved(search(false)), false);
  assert.equal(proved({ pairs: [...search(true).pairs, ...search(false).pairs] }), false);
  assert.equal(proved(search(true, ["1:2", "3:4"])), false);
  assert.equal(proved(search(true)), true);
});

test("what is missed is said first", () => {
  assert.ok(nothing(check(), search(true, ["1:2", "3:4"]))[0]!.includes("1 real race is missed"));
});

test("accesses and reasons in words", () => {
  assert.equal(sideText(side("m", "1:2", "write", 1)), "m writes b.f under the lock");
  const f = { id: "F1", left: side("m", "1:2"), right: side("n", "3:4"), reasons: ["wobbly", "owned"], wobbly: [{ unit: "n", prefix: "b", at: "2:3" }] };
  assert.equal(reasonText(f), "b is wobbly in n: 2:3 changes it; no other thread can reach the object");
  assert.deepEqual(position("26:5"), { line: 26, col: 5 });
});

test("why a search was cut, and what of a check is not complete, is said", () => {
  const cut = (why: string): string => searchText({ ...search(false).pairs[0]!, cut: why });
  assert.ok(cut("memory").includes("cut (the memory that the page may take is full)"));
  assert.ok(!cut("another reason").includes("("));
  assert.deepEqual(incomplete(check()), []);
  assert.deepEqual(incomplete({ ...check(), interrupted: true, cut: ["m || n: oracle (states)"], defects: ["x"] }).length, 3);
});

test("what is left out and races is no false alarm avoided by others than RacerDX", () => {
  assert.ok(silence().includes("RacerDX is silent"));
  assert.ok(silence("racerd").includes("racerd leaves it out"));
});
