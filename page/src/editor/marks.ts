// Marks beside lines: accesses that race or are left out, and where the threads
// stand. They are texts too, not colours alone.
import { MapMode, RangeSet, StateEffect, StateField, type Extension, type Range, type Text, type Transaction } from "@codemirror/state";
import { gutter, GutterMarker } from "@codemirror/view";

/** Mark is something to be said of a line. */
export interface Mark {
  line: number; // from 1
  text: string; // "R1", "A>"
  kind: "race" | "filtered" | "missed" | "claim" | "a" | "b";
  title: string;
  id: string; // of what a click opens; empty for nothing
}

export const setMarks = StateEffect.define<readonly Mark[]>();

class Marker extends GutterMarker {
  private readonly key: string;

  constructor(readonly list: readonly Mark[]) {
    super();
    this.key = JSON.stringify(list);
  }

  override eq(other: Marker): boolean {
    return this.key === other.key;
  }

  override toDOM(): HTMLElement {
    const box = document.createElement("span");
    for (const m of this.list.slice(0, 2)) {
      const s = document.createElement("span");
      s.className = `mark ${m.kind}`;
      s.textContent = m.text;
      s.title = m.title;
      if (m.id) s.dataset["mark"] = m.id;
      box.append(s);
    }
    if (this.list.length > 2) {
      const more = document.createElement("span");
      more.className = "mark more";
      more.textContent = `+${this.list.length - 2}`;
      more.title = this.list.slice(2).map((m) => m.text).join(", ");
      box.append(more);
    }
    return box;
  }
}

/** What is marked, at the beginnings of lines. */
export const marked = StateField.define<RangeSet<Marker>>({
  create: () => RangeSet.empty,
  update(value, tr) {
    let next = tr.docChanged ? moved(value, tr) : value;
    for (const e of tr.effects) if (e.is(setMarks)) next = placed(e.value, tr.state.doc);
    return next;
  },
});

/** placed puts marks beside their lines; those of a line that there is not are left out. */
function placed(list: readonly Mark[], doc: Text): RangeSet<Marker> {
  const byLine = new Map<number, Mark[]>();
  for (const m of list) {
    if (m.line < 1 || m.line > doc.lines) continue;
    byLine.set(m.line, [...(byLine.get(m.line) ?? []), m]);
  }
  const ranges = [...byLine].map(([line, all]) => new Marker(all).range(doc.line(line).from));
  return RangeSet.of(ranges, true);
}

/** moved keeps marks with the texts of their lines: a mark follows the first character of its line,
 * and goes when that is deleted together with what surrounds it. */
function moved(set: RangeSet<Marker>, tr: Transaction): RangeSet<Marker> {
  const ranges: Range<Marker>[] = [];
  for (const i = set.iter(); i.value; i.next()) {
    const at = tr.changes.mapPos(i.from, 1, MapMode.TrackDel);
    if (at !== null) ranges.push(i.value.range(tr.newDoc.lineAt(at).from));
  }
  return RangeSet.of(ranges, true);
}

/** marks is the gutter; open is called with the id of a mark that is clicked. */
export function marks(open: (id: string) => void): Extension {
  return [
    marked,
    gutter({
      class: "cm-marks",
      markers: (v) => v.state.field(marked),
      initialSpacer: () => new Marker([{ line: 1, text: "R1", kind: "race", title: "", id: "" }]),
      domEventHandlers: {
        click: (_v, _b, e) => {
          const id = e.target instanceof HTMLElement ? e.target.dataset["mark"] : undefined;
          if (!id) return false;
          open(id);
          return true;
        },
      },
    }),
  ];
}
