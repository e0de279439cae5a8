// The marks beside the lines of a program.
import type { LeftOutRow, ReportRow, SiteView, View } from "../protocol";
import type { Known } from "../races/analysis";
import type { Stepper } from "../step/stepper";
import type { Program } from "../store/programs";
import { commonEnds } from "../ui/words";
import type { Arc, Mark } from "./marks";

export type Stepped = Pick<Stepper, "program" | "text"> & { view: View | undefined };

/** Undefined while the text is newer than the last answer; the editor then keeps its marks. */
export function lineMarks(
  known: Known | undefined,
  stepped: Stepped | undefined,
  shown: Program | undefined,
): Mark[] | undefined {
  if (!shown) return [];
  const ofSession = stepped?.program === shown.id ? sessionMarks(stepped, shown.text) : [];
  if (known?.id !== shown.id) return ofSession;
  if (known.text !== shown.text) return undefined;
  const { reports = [], leftOut = [], missed = [] } = known.races ?? {};
  const marks = [
    ...reports.flatMap((r) => {
      const says = r.real ? `${r.left.unit} and ${r.right.unit} race here` : r.word;
      return both(r, { text: r.id, kind: r.real ? "race" : "filtered", id: r.id, title: `${r.id}: ${says}` });
    }),
    ...leftOut.flatMap((r) => both(r, { text: r.id, kind: "filtered", id: r.id, title: `${r.id}: left out` })),
    ...missed.flatMap((m) => {
      const title = `a race that is not reported: ${m.left.at} and ${m.right.at}`;
      return both(m, { text: "!!", kind: "missed", id: "", title });
    }),
    ...ofSession,
  ].filter((m, i, all) => m.kind !== "missed" || i === all.findIndex((x) => x.line === m.line && x.kind === "missed"));
  const order = { race: 0, missed: 1, claim: 2, a: 3, b: 4, filtered: 5, more: 6 };
  return marks.sort((x, y) => order[x.kind] - order[y.kind]);
}

/** A session keeps the text it started with, so its lines are located in the current text; changed
 * lines get no mark. */
export function sessionMarks(stepped: Stepped, text: string): Mark[] {
  if (!stepped.view) return [];
  const now = movedLines(stepped.text, text);
  const at = (line: number, mark: Omit<Mark, "line" | "id">): Mark[] => {
    const moved = now(line);
    return moved === undefined ? [] : [{ ...mark, line: moved, id: "" }];
  };
  const accesses = stepped.view.claim?.accesses ?? [];
  const threads = stepped.view.threads.filter((t) => t.at.line > 0 && t.stop !== "ended");
  return [
    ...accesses.flatMap((a) => {
      const title = `the refuted claim is about thread ${a.thread}'s ${a.kind} here`;
      return at(a.line, { text: `${a.thread}?`, kind: "claim", title });
    }),
    ...threads.flatMap((t) => {
      const title = `thread ${t.name} is before this statement`;
      return at(t.at.line, { text: t.name, kind: t.name === "A" ? "a" : "b", title, racing: t.races });
    }),
  ];
}

export function sessionArc(stepped: Stepped, text: string): Arc[] {
  const v = stepped.view;
  const now = movedLines(stepped.text, text);
  const lines = v?.race ? v.threads.map((t) => now(t.at.line)) : [];
  return v?.race && lines[0] && lines[1] ? [{ lines: [lines[0], lines[1]], text: v.race.cell, kind: "race" }] : [];
}

/** Joins the lines of the races and pairs under the pointer or the cursor. */
export function arcsOf(known: Known | undefined, shown: Program | undefined, id: string, line: number): Arc[] {
  if (!known?.races || known.text !== shown?.text) return [];
  const arc = (r: ReportRow | LeftOutRow): Arc => {
    const kind = "real" in r && r.real ? "race" : "filtered";
    return { text: r.id, kind, lines: [r.left.line, r.right.line] };
  };
  const all = [...known.races.reports, ...known.races.leftOut].map(arc);
  const pointed = all.filter((a) => a.text === id);
  return pointed.length > 0 ? pointed : all.filter((a) => a.lines.includes(line)).slice(0, 4);
}

/** Maps line numbers across an edit; undefined for the lines from its first to its last change. */
export function movedLines(before: string, after: string): (line: number) => number | undefined {
  if (before === after) return (line) => line;
  const [old, now] = [before.split("\n"), after.split("\n")];
  const [head, tail] = commonEnds(old, now);
  return (line) => {
    if (line <= head) return line;
    return line > old.length - tail ? line + now.length - old.length : undefined;
  };
}

/** The marks of the two accesses of a pair, which may be in one line. */
const both = (r: { left: SiteView; right: SiteView }, mark: Omit<Mark, "line">): Mark[] =>
  [...new Set([r.left.line, r.right.line])].map((line) => ({ ...mark, line }));
