// Rows of the trace: single moves, or several local moves of one thread.
import { signal } from "@preact/signals";
import type { MoveView } from "../protocol";

export const folded = signal(false);

/** Folds neighbouring local steps of a thread into one row. The current state's move keeps
 * its own. */
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
