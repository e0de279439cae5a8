import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "../testpage";

const page1 = page();
const programs = await import("./programs");
programs.restore();

const names = (): string[] => programs.programs.value.map((p) => p.name);

test("equal text is the same program, under whatever name", () => {
  const one = programs.add("burble.il", "m(b) { x := b.f; }");
  assert.equal(programs.add("burble.il", one.text).id, one.id);
  assert.equal(programs.add("other.il", one.text).id, one.id);
  assert.deepEqual(names(), ["burble.il"]);
});

test("an edited program is another one, which is not given up for the text it had", () => {
  const one = programs.programs.value[0]!;
  const was = one.text;
  programs.edit(one.id, "m(b) { b.f := b; }");
  const two = programs.add("burble.il", was);
  assert.deepEqual(names(), ["burble.il", "burble-2.il"]);
  assert.equal(programs.current.value?.id, two.id);
  assert.equal(programs.add("burble.il", was).id, two.id);
  assert.equal(programs.add("burble.il", "m(b) { b.f := b; }").id, one.id);
  assert.equal(programs.programs.value.length, 2);
});

test("of several programs with one text the one that is shown stays", () => {
  const [one, two] = programs.programs.value;
  programs.edit(one!.id, two!.text);
  programs.show(one!.id);
  assert.equal(programs.add("burble-2.il", two!.text).id, one!.id);
  programs.edit(one!.id, "m(b) { b.f := b; }");
});

test("a closed program is opened again", () => {
  const one = programs.programs.value[0]!;
  programs.close(one.id);
  assert.equal(programs.add("anew.il", one.text).id, one.id);
  assert.equal(programs.current.value?.id, one.id);
  assert.equal(programs.current.value?.open, true);
});

test("a program that another tab has just stored is not made again", () => {
  programs.flush();
  const theirs = { id: "theirs", name: "theirs.il", text: "n(b) { skip; }", example: false, open: true, revision: 1 };
  page1.local.setItem("wobbly.program.theirs", JSON.stringify(theirs));
  const before = programs.programs.value.length;
  assert.equal(programs.add("mine.il", theirs.text).id, "theirs");
  assert.equal(programs.programs.value.length, before + 1);
});
