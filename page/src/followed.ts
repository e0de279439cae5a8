// State kept with each history entry: what was shown, and which program its address opened. On
// reload or going back, the page shows that program as it is now rather than as the link had it.
import { type Program, programs } from "./store/programs";

/** The type of window.history.state. */
export interface Entry {
  key?: string; // of what is shown: see place in address.ts
  followed?: { hash: string; program: string };
}

export const entry = (): Entry => (window.history.state as Entry | null) ?? {};

/** Undefined if the address was not followed, or its program was deleted: only the link remains. */
export function followed(): Program | undefined {
  const f = entry().followed;
  return f?.hash === window.location.hash ? programs.value.find((p) => p.id === f.program) : undefined;
}

export function wasFollowed(p: Program): void {
  const followed = { hash: window.location.hash, program: p.id };
  window.history.replaceState({ ...entry(), followed }, "");
}
