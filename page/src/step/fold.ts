// Rows of the trace: single moves, or several local moves of one thread.
import { signal } from "@preact/signals";
import type { MoveView } from "../protocol";

export const folded = signal(false);

/** Only neighbouring moves of one thread are folded; the move to the current state is not. */
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
