import assert from "node:assert/strict";
import { test } from "node:test";
import { type CompareDocument, rows, scores } from "./comparison";
import { largest, layout, short } from "./layout";

test("states stand in rows by depth, none on another", () => {
  const l = layout([0, 1, 1, 2, 1].map((depth) => ({ depth })));
  assert.equal(new Set(l.places.map((p) => `${p.x} ${p.y}`)).size, 5);
  assert.equal(new Set(l.places.map((p) => p.y)).size, 3);
  for (const p of l.places) assert.ok(p.x + 66 <= l.width && p.y + 18 <= l.height, `${p.x} ${p.y} outside of ${l.width} ${l.height}`);
  assert.equal(layout(Array.from({ length: largest + 9 }, (_, depth) => ({ depth }))).places.length, largest);
  assert.ok(layout([]).width > 0);
});

test("what does not fit into a box is cut, and says so", () => {
  assert.equal(short(""), "ended");
  assert.equal(short("x := b.f"), "x := b.f");
  assert.equal(short("fortyTwo := new()"), "fortyTwo := n…");
});

const document = {
  files: [{ pairs: [{ left: "m", right: "n", rows: [{ left: "1:2", right: "3:4", real: "yes", reported: [{ analyzer: "racerdx" }] }, { left: "5:6", right: "7:8", real: "unknown", reported: [] }] }] }],
  total: { analyzers: [{ analyzer: "racerdx", title: "", truth: "race", own: true, tp: 1, fp: 0, fn: 2 }, { analyzer: "racerdx", title: "", truth: "hb", own: false, tp: 9, fp: 9, fn: 9 }] },
} as CompareDocument;

test("an analyzer is scored by the truth that it claims", () => {
  assert.deepEqual(scores(document), [{ analyzer: "racerdx", right: 1, wrong: 0, missed: 2 }]);
});

test("each candidate is a row", () => {
  assert.deepEqual(rows(document).map((r) => [r.units.join(), r.sites.join(), r.race, r.truth, r.by.join()]), [
    ["m,n", "1:2,3:4", true, "a race", "racerdx"],
    ["m,n", "5:6,7:8", false, "undecided", ""],
  ]);
});
