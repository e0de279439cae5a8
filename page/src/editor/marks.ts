// Marks beside lines: accesses that race or are left out, and where the threads
// stand. They are texts too, not colours alone.
import { RangeSet, StateEffect, StateField, type Extension } from "@codemirror/state";
import { gutter, GutterMarker } from "@codemirror/view";

/** Mark is something to be said of a line. */
export interface Mark {
  line: number; // from 1
  text: string; // "R1", "A>"
  kind: "race" | "filtered" | "missed" | "a" | "b";
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

const field = StateField.define<RangeSet<Marker>>({
  create: () => RangeSet.empty,
  update(value, tr) {
    let set = value.map(tr.changes);
    for (const e of tr.effects) {
      if (!e.is(setMarks)) continue;
      const byLine = new Map<number, Mark[]>();
      for (const m of e.value) {
        if (m.line < 1 || m.line > tr.state.doc.lines) continue;
        byLine.set(m.line, [...(byLine.get(m.line) ?? []), m]);
      }
      const ranges = [...byLine].map(([line, list]) => new Marker(list).range(tr.state.doc.line(line).from));
      set = RangeSet.of(ranges, true);
    }
    return set;
  },
});

/** marks is the gutter; open is called with the id of a mark that is clicked. */
export function marks(open: (id: string) => void): Extension {
  return [
    field,
    gutter({
      class: "cm-marks",
      markers: (v) => v.state.field(field),
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
