// Where the states of a graph stand: in rows, by the fewest steps that lead to them.

const wide = 150; // pixels from one state of a row to the next
const high = 76;

/** How many states are drawn. */
export const largest = 400;

/** Layout is where each state that is drawn stands, and how large the drawing is. */
export interface Layout {
  places: { x: number; y: number }[];
  width: number;
  height: number;
}

/** layout places the first states. */
export function layout(nodes: readonly { depth: number }[]): Layout {
  const rows = new Map<number, number>();
  const places = nodes.slice(0, largest).map((n) => {
    const x = rows.get(n.depth) ?? 0;
    rows.set(n.depth, x + 1);
    return { x: x * wide + 70, y: n.depth * high + 30 };
  });
  return { places, width: Math.max(1, ...rows.values()) * wide, height: (Math.max(0, ...rows.keys()) + 1) * high };
}

/** short is what a thread does next, as far as a box has room. */
export const short = (text: string): string => (text.length > 14 ? `${text.slice(0, 13)}…` : text || "ended");
