// The rows of the trace: a move each, or several that concern one thread alone.
import { signal } from "@preact/signals";
import type { MoveView } from "../protocol";

/** Whether runs of steps that concern one thread alone are one row. */
export const folded = signal(false);

/** fold makes one row of neighbouring local steps of one thread. The row of the
 * present state stays by itself. */
export function fold(moves: readonly MoveView[], at: number): MoveView[][] {
  const rows: MoveView[][] = [];
  for (const m of moves) {
    const last = rows.at(-1);
    const before = last?.at(-1);
    const quiet = (x: MoveView): boolean => x.local && !x.races && x.n !== at && x.forks.length < 2;
    if (last && before && quiet(m) && quiet(before) && before.thread === m.thread) last.push(m);
    else rows.push([m]);
  }
  return rows;
}
