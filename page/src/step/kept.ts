// Where sessions stood that were put away: that of a program whose tab was closed, and that
// of a page that was left or loaded again. This tab of the browser keeps them.
import type { View } from "../protocol";
import type { Program } from "../store/programs";
import * as storage from "../store/storage";
import type { Stepper } from "./stepper";

interface Kept {
  text: string;
  view: View;
}

const key = (program: string): string => `step.${program}`;

/** putAway keeps where a session stands, for its program. */
export function putAway(s: Stepper): void {
  const view = s.view.peek();
  if (!s.program || !view) return;
  const kept: Kept = { text: s.text, view };
  storage.putHere(key(s.program), JSON.stringify(kept));
}

/** keptOf is where a program was stepped to, if its text is still the one that was stepped. */
export function keptOf(p: Program): View | undefined {
  try {
    const kept = JSON.parse(storage.here(key(p.id)) ?? "") as Kept;
    return kept.text === p.text ? kept.view : undefined;
  } catch {
    return undefined;
  }
}
