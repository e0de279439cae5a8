// Which lines of the program have a mark, and which.
import type { View } from "../protocol";
import { position } from "../races/documents";
import type { Known, Searched } from "../races/analysis";
import { missed } from "../races/judge";
import type { Program } from "../store/programs";
import type { Mark } from "./marks";

/** lineMarks is what is to be marked; undefined where what is known is of
 * another text, and the marks stay with their lines. */
export function lineMarks(known: Known | undefined, searched: Searched | undefined, view: View | undefined, shown: Program | undefined): Mark[] | undefined {
  if (!known || !shown || known.id !== shown.id) return [];
  if (known.text !== shown.text) return undefined;
  const marks: Mark[] = [];
  for (const [list, kind] of [
    [known.check?.races ?? [], "race"],
    [known.check?.filtered ?? [], "filtered"],
  ] as const) {
    for (const r of list) {
      for (const line of new Set([position(r.left.at).line, position(r.right.at).line])) {
        marks.push({ line, text: r.id, kind, id: r.id, title: kind === "race" ? `${r.id}: ${r.left.unit} and ${r.right.unit} race here` : `${r.id}: left out` });
      }
    }
  }
  for (const m of known.check && searched?.document && searched.text === known.text ? missed(known.check, searched.document) : []) {
    for (const line of new Set([position(m.left).line, position(m.right).line])) {
      if (!marks.some((x) => x.line === line && x.kind === "missed")) marks.push({ line, text: "!!", kind: "missed", id: "", title: `a race that is not reported: ${m.left} and ${m.right}` });
    }
  }
  for (const t of view && view.file === shown.name ? view.threads : []) {
    if (t.at.line > 0 && t.stop !== "ended") marks.push({ line: t.at.line, text: `${t.name}>`, kind: t.name === "A" ? "a" : "b", id: "", title: `thread ${t.name} is before this statement` });
  }
  const order = { race: 0, missed: 1, a: 2, b: 3, filtered: 4 };
  return marks.sort((x, y) => order[x.kind] - order[y.kind]);
}
