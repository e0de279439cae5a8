// Which links were followed already. The tab's history keeps that with each of its entries, so a
// page that is loaded again, or come back to, shows the program as it is now and not once more
// as it was in the link.
import { type Program, programs } from "./store/programs";

interface Followed {
  hash: string;
  program: string; // its id
}

/** followed is the program that the address has led to; undefined if the address has not been
 * followed, or the program is no longer kept: then the link is all there is of it. */
export function followed(): Program | undefined {
  const f = (window.history.state as { followed?: Followed } | null)?.followed;
  return f?.hash === window.location.hash ? programs.value.find((p) => p.id === f.program) : undefined;
}

/** wasFollowed notes which program the address has led to. */
export function wasFollowed(p: Program): void {
  const f: Followed = { hash: window.location.hash, program: p.id };
  window.history.replaceState({ ...(window.history.state as object | null), followed: f }, "");
}
