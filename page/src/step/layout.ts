// The layout of the drawn memory, in pixels. An object keeps its place for the whole session.
import type { ThreadView, View } from "../protocol";

export const row = 26; // height of a row in a box
const head = 34; // height of a box without rows
const gap = 26; // between boxes in a column
/** Width of a box, and distance between the left edges of adjacent columns. */
const roomy = { width: 150, pitch: 202 };
const tight = { width: 108, pitch: 128 };

/** A thread or an object, with one row per variable or cell. */
export interface Box {
  name: string; // A, B, o1
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Edge {
  key: string; // A.0.b, o1.f
  kind: string; // a, b, or empty for a cell
  d: string; // SVG path data
}

/** The visible variables of a thread's innermost frames; first marks where a caller's begin. */
export function rowsOf(t: ThreadView) {
  return t.frames.slice(0, 4).flatMap((frame, n) => {
    const begin = `${t.name}.${t.frames.length - n}`;
    const shown = frame.vars.filter((v) => !v.hidden);
    return shown.map((variable, i) => ({ key: `${begin}.${variable.name}`, frame, first: n > 0 && i === 0, variable }));
  });
}

/** Remembers the places of a session's objects. */
export class Places {
  private readonly slots = new Map<string, { column: number; order: number; cells: number }>();
  private readonly used = [0, 0, 0, 0];

  /** Lays out a state; little selects narrow boxes. */
  draw(v: View, little = false) {
    const { width, pitch } = little ? tight : roomy;
    this.place(v);
    const boxes = new Map<string, Box>();
    let y = 0;
    for (const t of v.threads) {
      const box = { name: t.name, x: 0, y, width, height: head + row * rowsOf(t).length };
      boxes.set(t.name, box);
      y += Math.max(box.height, head + row) + gap + 12;
    }
    const bottoms = [0, 8, 8, 8];
    for (const [name, slot] of [...this.slots].sort(([, s], [, t]) => s.order - t.order)) {
      const height = head + row * slot.cells;
      const { column } = slot;
      boxes.set(name, { name, x: column * pitch, y: bottoms[column]!, width, height });
      bottoms[column]! += height + gap;
    }
    const shown = new Set(v.objects.map((o) => o.name));
    for (const name of this.slots.keys()) if (!shown.has(name)) boxes.delete(name);
    const all = [...boxes.values()];
    const edges = edgesOf(v, boxes, pitch - width);
    return {
      boxes,
      edges: edges.map((e) => e.edge),
      width: Math.max(...all.map((b) => b.x + b.width), ...edges.map((e) => e.right)) + 2,
      height: Math.max(...all.map((b) => b.y + b.height)) + 2,
    };
  }

  /** Places new objects one column to the right of what references them, and behind all if nothing does. */
  private place(v: View): void {
    const depth = new Map<string, number>();
    let ring = v.objects.filter((o) => o.holders.length > 0).map((o) => o.name);
    for (let d = 1; ring.length > 0; d++) {
      const fresh = ring.filter((name) => !depth.has(name));
      for (const name of fresh) depth.set(name, d);
      ring = fresh.flatMap((name) => v.objects.find((o) => o.name === name)?.cells.map((c) => c.value) ?? []);
    }
    const behind = Math.max(0, ...depth.values()) + 1;
    for (const o of v.objects) {
      if (this.slots.has(o.name)) continue;
      const column = Math.min(depth.get(o.name) ?? behind, 3);
      this.slots.set(o.name, { column, order: this.used[column]!++, cells: o.cells.length });
    }
  }
}

/** Returns the edges, each with its rightmost x. */
function edgesOf(v: View, boxes: Map<string, Box>, gap: number): { edge: Edge; right: number }[] {
  const edges: { edge: Edge; right: number }[] = [];
  const join = (key: string, kind: string, from: Box, at: number, to: string): void => {
    const target = boxes.get(to);
    if (!target || target === from) return;
    const d = curve(from, from.y + head + row * (at + 0.5) - 4, target, Math.min(gap, 40));
    const around = target.x > from.x ? 0 : 0.8 * Math.min(gap, 40); // the curve reaches 3/4 of out
    const right = Math.max(from.x + from.width, target.x + target.width) + around;
    edges.push({ edge: { key, kind, d }, right });
  };
  for (const t of v.threads) {
    const box = boxes.get(t.name)!;
    rowsOf(t).forEach((r, i) => join(r.key, t.name.toLowerCase(), box, i, r.variable.value));
  }
  for (const o of v.objects) {
    const box = boxes.get(o.name);
    if (box) o.cells.forEach((c, i) => join(`${o.name}.${c.field}`, "", box, i, c.value));
  }
  return edges;
}

/** Draws a curve from the right side of a box to the left side of another, or around to it. */
function curve(from: Box, y: number, to: Box, out: number): string {
  const x = from.x + from.width;
  if (to.x > from.x) {
    const bend = Math.max(12, (to.x - x) / 2);
    return `M${x} ${y}C${x + bend} ${y} ${to.x - bend} ${to.y + 17} ${to.x - 5} ${to.y + 17}`;
  }
  const right = Math.max(x, to.x + to.width);
  const end = `${to.x + to.width + 5} ${to.y + 17}`;
  return `M${x} ${y}C${right + out} ${y} ${right + out} ${to.y + 17} ${end}`;
}
