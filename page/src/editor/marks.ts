// Marks beside lines: racing or filtered accesses, and the threads' positions in a gutter each.
// Marks have text, so that they do not rely on colour. An arc joins the two lines of a race.
import { MapMode, RangeSet, StateEffect, StateField } from "@codemirror/state";
import type { EditorState, Extension, Text, Transaction } from "@codemirror/state";
import { Decoration, EditorView, gutter, GutterMarker, layer } from "@codemirror/view";
import type { DecorationSet, LayerMarker } from "@codemirror/view";

export interface Mark {
  line: number; // from 1
  text: string; // "R1", "A"
  kind: "race" | "filtered" | "missed" | "claim" | "a" | "b" | "more";
  title: string;
  id: string; // what a click opens; empty for nothing
  racing?: boolean; // a thread's next statement races
}

export interface Arc {
  lines: [number, number];
  text: string;
  kind: "race" | "filtered" | "missed";
}

export const setMarks = StateEffect.define<readonly Mark[]>();
export const setArcs = StateEffect.define<readonly Arc[]>();

class Marker extends GutterMarker {
  constructor(private readonly list: readonly Mark[]) {
    super();
  }

  override eq(other: Marker): boolean {
    return JSON.stringify(this.list) === JSON.stringify(other.list);
  }

  override toDOM(): HTMLElement {
    const box = document.createElement("span");
    const hidden = this.list.slice(2);
    const title = hidden.map((m) => m.text).join(", ");
    box.append(...this.list.slice(0, 2).map(badge));
    if (hidden.length > 0) box.append(badge({ line: 0, text: `+${hidden.length}`, kind: "more", title, id: "" }));
    return box;
  }
}

function badge(m: Mark): HTMLElement {
  const textContent = m.kind === "a" ? "A ▸" : m.kind === "b" ? "◂ B" : m.text;
  const s = Object.assign(document.createElement("span"), { className: `mark ${m.kind}`, textContent, title: m.title });
  if (m.id) s.dataset["mark"] = m.id;
  return s;
}

type Placed = Mark & { from: number }; // where its line begins

export const marked = StateField.define<readonly Placed[]>({
  create: () => [],
  update(value, tr) {
    for (const e of tr.effects) if (e.is(setMarks)) return placed(e.value, tr.newDoc);
    return tr.docChanged ? moved(value, tr) : value;
  },
  provide: (f) => EditorView.decorations.from(f, (all) => (view) => lit(all, view.state)),
});

function placed(list: readonly Mark[], doc: Text): Placed[] {
  const inside = list.filter((m) => m.line > 0 && m.line <= doc.lines);
  return inside.map((m) => ({ ...m, from: doc.line(m.line).from }));
}

/** A mark follows the first character of its line, and disappears if that is deleted together with
 * its surroundings. */
function moved(all: readonly Placed[], tr: Transaction): Placed[] {
  return all.flatMap((m) => {
    const at = tr.changes.mapPos(m.from, 1, MapMode.TrackDel);
    return at === null ? [] : { ...m, from: tr.newDoc.lineAt(at).from };
  });
}

/** The contents of a gutter: one marker for all marks of a line. */
function markers(all: readonly Placed[]): RangeSet<Marker> {
  const lines = [...new Set(all.map((m) => m.from))];
  return RangeSet.of(lines.map((from) => new Marker(all.filter((m) => m.from === from)).range(from)), true);
}

const ofThread = (m: Mark): boolean => m.kind === "a" || m.kind === "b";

function lit(all: readonly Placed[], state: EditorState): DecorationSet {
  const kinds = new Map<number, string>();
  const threads = all.filter(ofThread);
  for (const { from } of threads) {
    const here = threads.filter((m) => m.from === from);
    kinds.set(from, here.some((m) => m.racing) ? "lit race" : `lit ${here.map((m) => m.kind).join("")}`);
  }
  for (const a of state.field(arcs))
    for (const line of a.lines) if (line <= state.doc.lines) kinds.set(state.doc.line(line).from, `lit ${a.kind}`);
  return Decoration.set([...kinds].map(([from, kind]) => Decoration.line({ class: kind }).range(from)), true);
}

/** The visible arcs. Any edit removes them, because their lines refer to the text before it. */
const arcs = StateField.define<readonly Arc[]>({
  create: () => [],
  update(value, tr) {
    for (const e of tr.effects) if (e.is(setArcs)) return e.value;
    return tr.docChanged ? [] : value;
  },
});

class Drawn implements LayerMarker {
  constructor(
    private readonly arc: Arc,
    private readonly x: number,
    private readonly room: number,
    private readonly y: readonly [number, number],
  ) {}

  eq(other: Drawn): boolean {
    return JSON.stringify(this) === JSON.stringify(other);
  }

  draw(): HTMLElement {
    const [y1, y2] = this.y;
    const bow = Math.min(this.room, 24 + Math.min(64, (y2 - y1) / 2.2));
    const width = bow + 64;
    const box = document.createElement("div");
    box.className = `arc ${this.arc.kind}`;
    box.style.left = `${this.x}px`;
    box.style.top = `${y1 - 12}px`;
    const d =
      y1 === y2
        ? `M2 12C${bow} -4 ${bow} 28 2 12`
        : `M2 12C${bow * 1.3} 20 ${bow * 1.3} ${y2 - y1 + 4} 2 ${y2 - y1 + 12}`;
    box.innerHTML = `<svg width="${width}" height="${y2 - y1 + 24}"><path d="${d}"/></svg>`;
    const label = document.createElement("span");
    label.textContent = this.arc.text;
    label.style.left = `${(y1 === y2 ? bow * 0.75 : bow) + 6}px`;
    label.style.top = `${(y2 - y1) / 2 + 2}px`;
    box.append(label);
    return box;
  }
}

/** Places the arcs to the right of the lines they enclose. */
function drawArcs(view: EditorView): Drawn[] {
  const doc = view.state.doc;
  const content = view.contentDOM.getBoundingClientRect();
  const scroller = view.scrollDOM.getBoundingClientRect();
  const bars = [...view.scrollDOM.querySelectorAll<HTMLElement>(".cm-gutters")];
  const gutters = bars.reduce((n, e) => n + e.offsetWidth, 0);
  const left = content.left - scroller.left + view.scrollDOM.scrollLeft;
  const top = view.documentTop - scroller.top + view.scrollDOM.scrollTop;
  return view.state.field(arcs).flatMap((a, n) => {
    const [from, to] = [Math.min(...a.lines), Math.max(...a.lines)];
    if (to > doc.lines) return [];
    let longest = 0;
    for (let i = from; i <= to && i < from + 200; i++) longest = Math.max(longest, doc.line(i).length);
    const y = [from, to].map((l) => {
      const block = view.lineBlockAt(doc.line(l).from);
      return top + block.top + block.height / 2;
    }) as [number, number];
    const label = 12 + 8 * Math.min(a.text.length, 20);
    const end = left + view.scrollDOM.clientWidth - gutters - label;
    const x = Math.min(left + view.defaultCharacterWidth * longest + 18 + 34 * n, end - 24);
    return [new Drawn(a, x, end - x, y)];
  });
}

export interface MarkHost {
  clickedMark?(id: string): void;
  /** Called when the pointer enters a mark, and with an empty id when it leaves. */
  pointedMark?(id: string): void;
}

export function marks(host: MarkHost): Extension {
  const idOf = (e: Event): string => (e.target instanceof HTMLElement ? (e.target.dataset["mark"] ?? "") : "");
  const thread = (kind: "a" | "b", side: "before" | "after") =>
    gutter({
      class: `cm-thread ${kind}`,
      side,
      markers: (v) => markers(v.state.field(marked).filter((m) => m.kind === kind)),
      initialSpacer: () => new Marker([{ line: 1, text: "", kind, title: "", id: "" }]),
    });
  return [
    arcs,
    marked,
    thread("a", "before"),
    thread("b", "after"),
    gutter({
      class: "cm-marks",
      side: "after",
      markers: (v) => markers(v.state.field(marked).filter((m) => !ofThread(m))),
      domEventHandlers: {
        click: (_v, _b, e) => {
          const id = idOf(e);
          if (id) host.clickedMark?.(id);
          return id !== "";
        },
        mouseover: (_v, _b, e) => (host.pointedMark?.(idOf(e)), false),
        mouseout: () => (host.pointedMark?.(""), false),
      },
    }),
    layer({
      above: true,
      class: "cm-arcs",
      markers: drawArcs,
      update: (u) =>
        u.docChanged || u.geometryChanged || u.viewportChanged || u.startState.field(arcs) !== u.state.field(arcs),
    }),
  ];
}
