import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState } from "@codemirror/state";
import type { RacesView, SiteView, View } from "../protocol";
import type { Known } from "../races/analysis";
import type { Program } from "../store/programs";
import { lineMarks, movedLines, type Stepped } from "./linemarks";
import { marked, setMarks } from "./marks";
import { part } from "../testpage";

const text = "m(b) {\n  x := b.f;\n  b.f := x;\n}\n";
const program = (id: string, now: string): Program => ({
  id,
  name: "p.il",
  text: now,
  example: false,
  open: true,
  revision: 1,
});
const answer = (id: string, now: string): Known => ({
  id,
  name: "p.il",
  text: now,
  mode: "racerdx",
  diagnoses: [],
  units: [],
  races: undefined,
  problem: undefined,
});
const stands = (a: number, b: number, stop = "steps"): View =>
  part<View>({
    file: "p.il",
    threads: [
      { name: "A", at: { line: a }, stop },
      { name: "B", at: { line: b }, stop },
    ],
  });
const stepped = (id: string, view: View): Stepped => ({ program: id, text, view });
const threads = (now: string, s: Stepped, id = "1"): string[] | undefined =>
  lineMarks(answer(id, now), s, program(id, now))?.map((m) => `${m.text}${m.line}`);

test("a line is found again after an edit, unless it was edited", () => {
  const where = (after: string): (number | undefined)[] => [1, 2, 3, 4].map(movedLines(text, after));
  assert.deepEqual(where(text), [1, 2, 3, 4]);
  assert.deepEqual(where(`// more\n${text}`), [2, 3, 4, 5]);
  assert.deepEqual(where(text.replace("x := b.f;\n", "x := b.f;\n\n")), [1, 2, 4, 5]);
  assert.deepEqual(where(text.replace("  x := b.f;\n", "")), [1, undefined, 2, 3]);
  assert.deepEqual(where(text.replace("b.f;", "b.g;")), [1, undefined, 3, 4]);
  assert.deepEqual(where("").slice(0, 3), [undefined, undefined, undefined]);
  assert.deepEqual(where(text + text), [1, 2, 3, 4]);
});

test("the threads are marked where they stand", () => {
  assert.deepEqual(threads(text, stepped("1", stands(2, 3))), ["A2", "B3"]);
  assert.deepEqual(threads(text, stepped("1", stands(2, 3, "ended"))), []);
});

test("after an edit the threads are marked at the same statements, or not at all", () => {
  const s = stepped("1", stands(2, 3));
  assert.deepEqual(threads(`// one\n// two\n${text}`, s), ["A4", "B5"]);
  assert.deepEqual(threads(text.replace("x := b.f", "y := b.f"), s), ["B3"]);
  assert.deepEqual(threads("n() {\n  skip;\n  skip;\n}\n", s), []);
});

test("the accesses of a refuted claim are marked, and move with an edit", () => {
  const accesses = [2, 3].map((line, i) => ({ thread: "AB"[i]!, line, kind: "read" }));
  const s = stepped("1", part<View>({ ...stands(2, 2), claim: { accesses } }));
  assert.deepEqual(threads(text, s), ["A?2", "B?3", "A2", "B2"]);
  assert.deepEqual(threads(`// one\n${text}`, s), ["A?3", "B?4", "A3", "B3"]);
  assert.deepEqual(threads(text.replace("x := b.f", "y := b.f"), s), ["B?3"]);
});

test("the threads of another program are not marked, even if it has the same name", () => {
  assert.deepEqual(threads(text, stepped("2", stands(2, 3))), []);
  assert.deepEqual(threads(text, stepped("", stands(2, 3))), []);
});

test("while the answer is of an older text the editor keeps its marks", () => {
  assert.equal(lineMarks(answer("1", text), undefined, program("1", `${text}\n`)), undefined);
  assert.deepEqual(lineMarks(answer("1", text), undefined, program("2", text)), []);
});

test("only a report that is a real race is marked as one", () => {
  const side = (line: number) => ({ unit: "m", line }) as SiteView;
  const kinds = (real: boolean, word: string): string[] => {
    const reports = [{ id: "R1", left: side(2), right: side(3), real, word }];
    const races = part<RacesView>({ reports, leftOut: [], missed: [] });
    return lineMarks({ ...answer("1", text), races }, undefined, program("1", text))!.map(
      (m) => `${m.line} ${m.kind} ${m.title}`,
    );
  };
  assert.deepEqual(kinds(true, "race"), ["2 race R1: m and m race here", "3 race R1: m and m race here"]);
  assert.deepEqual(kinds(false, "false alarm"), ["2 filtered R1: false alarm", "3 filtered R1: false alarm"]);
});

test("the editor keeps a mark with the text of its line", () => {
  const begin = EditorState.create({ doc: text, extensions: [marked] }).update({
    effects: setMarks.of([{ line: 2, text: "A>", kind: "a", id: "", title: "" }]),
  }).state;
  const line = (from: number, to: number, insert: string): number[] => {
    const s = begin.update({ changes: { from, to, insert } }).state;
    return s.field(marked).map((m) => {
      const l = s.doc.lineAt(m.from);
      assert.equal(m.from, l.from, "a gutter shows only marks at the beginnings of lines");
      return l.number;
    });
  };
  const at = text.indexOf("  x");
  assert.deepEqual(line(0, 0, "// more\n"), [3]);
  assert.deepEqual(line(at, at, "\n"), [3]);
  assert.deepEqual(line(at, at, "  y := b; "), [2]);
  assert.deepEqual(line(at - 1, at, " "), [1]);
  assert.deepEqual(line(0, text.length, "n() {\n  skip;\n}\n"), []);
});
