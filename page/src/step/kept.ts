// Where sessions stood that were put away: that of a program whose tab was closed, and that
// of a page that was left or loaded again. This tab of the browser keeps them.
import type { Program } from "../store/programs";
import * as storage from "../store/storage";
import { type How, type Stepper, wayTo } from "./stepper";

interface Kept {
  text: string;
  how: How;
}

const key = (program: string): string => `step.${program}`;

/** putAway keeps where a session stands, for its program. */
export function putAway(s: Stepper): void {
  const v = s.view.peek();
  if (!s.program || !v) return;
  const kept: Kept = { text: s.text, how: wayTo(v) };
  storage.putHere(key(s.program), JSON.stringify(kept));
}

/** keptOf is how to go on with a program, if its text is still the one that was stepped. */
export function keptOf(p: Program): How | undefined {
  try {
    const kept = JSON.parse(storage.here(key(p.id)) ?? "") as Kept;
    return kept.text === p.text && kept.how.schedule ? kept.how : undefined;
  } catch {
    return undefined;
  }
}
