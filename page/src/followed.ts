// What the tab's history keeps with each of its entries: what was shown there, and to which program
// its address has led. A page that is loaded again, or come back to, shows that program as it is
// now and not once more as it was in the link.
import { type Program, programs } from "./store/programs";

/** Entry is the state of an entry of the history. */
export interface Entry {
  key?: string; // of what is shown, as address.ts has it
  followed?: { hash: string; program: string };
}

export const entry = (): Entry => (window.history.state as Entry | null) ?? {};

/** followed is the program that the address has led to; undefined if the address has not been
 * followed, or the program is no longer kept: then the link is all there is of it. */
export function followed(): Program | undefined {
  const f = entry().followed;
  return f?.hash === window.location.hash ? programs.value.find((p) => p.id === f.program) : undefined;
}

/** wasFollowed notes which program the address has led to. */
export function wasFollowed(p: Program): void {
  const followed = { hash: window.location.hash, program: p.id };
  window.history.replaceState({ ...entry(), followed }, "");
}
