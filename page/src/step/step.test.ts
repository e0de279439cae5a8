import assert from "node:assert/strict";
import { test } from "node:test";
import type { MoveView, ObjectView, ThreadView, View } from "../protocol";
import { part } from "../testpage";
import { fold } from "./fold";
import { Places } from "./layout";
import { moves, parting } from "./words";

test("a schedule is its moves", () => {
  assert.deepEqual(moves("A2 B A+ B-3"), ["A", "A", "B", "A+", "A", "B-", "B", "B", "B"]);
  assert.deepEqual(moves(""), []);
});

test("two schedules part where they first differ", () => {
  for (const [first, second, want] of [
    ["A2 B", "A A B", "Both schedules are the same."],
    ["A", "A B", "The second one continues after state 1, where the other one ends."],
    ["A B", "A", "The first one continues after state 1, where the other one ends."],
    ["A2", "A B", "They diverge after state 1: in the first one A takes a step, in the second one B takes a step."],
    ["B", "A", "They diverge at the start: in the first one B takes a step, in the second one A takes a step."],
    [
      "A+",
      "A-",
      "They diverge at the start: in the first one A enters the branch, in the second one A skips the branch.",
    ],
  ] as const)
    assert.equal(parting(first, second), want);
});

const cell = (field: string, value: string, changed = false): ObjectView["cells"][number] =>
  ({ field, value, changed, before: "", next: [], written: null }) as ObjectView["cells"][number];
const heap: ObjectView[] = [
  { name: "o1", new: false, shared: true, holders: ["A.b"], cells: [cell("f", "o2")] },
  { name: "o2", new: false, shared: true, holders: [], cells: [cell("f", "o1", true), cell("g", "o3")] },
  { name: "o3", new: true, shared: false, holders: ["B.x"], cells: [cell("f", "o3")] },
].map((o) => part<ObjectView>(o));

test("local steps of one thread are one row, but for the present one", () => {
  const move = (n: number, thread: string, local: boolean, races = false, forks: number[] = []): MoveView =>
    part<MoveView>({ n, thread, local, races, forks });
  const trace = [
    move(1, "A", true),
    move(2, "A", true),
    move(3, "B", true),
    move(4, "B", true),
    move(5, "B", false),
    move(6, "B", true),
    move(7, "B", true, true),
    move(8, "B", true, false, [1, 2]),
  ];
  const rows = (at: number): number[][] => fold(trace, at).map((r) => r.map((m) => m.n));
  assert.deepEqual(rows(9), [[1, 2], [3, 4], [5], [6], [7], [8]]);
  assert.deepEqual(rows(2), [[1], [2], [3, 4], [5], [6], [7], [8]]);
});

test("an object keeps its place when others come and go", () => {
  const thread = (name: string, holds: string): ThreadView =>
    part<ThreadView>({ name, frames: [{ vars: [{ name: "b", value: holds, hidden: false }] }] });
  const view = (objects: readonly ObjectView[]): View =>
    part<View>({ threads: [thread("A", "o1"), thread("B", "o1")], objects: [...objects] });
  const places = new Places();
  const at = (name: string, objects: readonly ObjectView[]): string =>
    JSON.stringify(places.draw(view(objects)).boxes.get(name));
  const first = at("o2", heap.slice(0, 2));
  assert.equal(at("o2", heap), first);
  assert.equal(at("o2", [{ ...heap[0]!, holders: [] }, heap[1]!]), first);
  assert.equal(at("o3", heap.slice(0, 2)), undefined);
  assert.deepEqual(
    places.draw(view(heap)).edges.map((e) => e.key),
    ["A.1.b", "B.1.b", "o1.f", "o2.f", "o2.g"],
  );
});
