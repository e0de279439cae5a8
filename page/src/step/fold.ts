// The rows of the trace: a move each, or several that concern one thread alone.
import { signal } from "@preact/signals";
import type { MoveView } from "../protocol";

/** Whether runs of steps that concern one thread alone are one row. */
export const folded = signal(false);

/** Row is what one row tells. */
export interface Row {
  moves: MoveView[];
}

/** fold makes one row of neighbouring local steps of one thread. The row of the
 * present state stays by itself. */
export function fold(moves: readonly MoveView[], at: number): Row[] {
  const rows: Row[] = [];
  for (const m of moves) {
    const last = rows.at(-1);
    const before = last?.moves.at(-1);
    const quiet = (x: MoveView): boolean => x.local && !x.races && x.n !== at && x.forks.length < 2;
    if (last && before && quiet(m) && quiet(before) && before.thread === m.thread) last.moves.push(m);
    else rows.push({ moves: [m] });
  }
  return rows;
}
