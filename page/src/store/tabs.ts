// Finds out whether another browser tab shows the same program, whose edits then appear there.
import { computed, effect, signal } from "@preact/signals";
import { currentID } from "./programs";

/** A message to other tabs: the program shown here, and whether they should answer. */
interface Presence {
  from: string;
  shows: string;
  asks: boolean;
}

const others = signal<ReadonlyMap<string, string>>(new Map());

export const elsewhere = computed(() => [...others.value.values()].includes(currentID.value));

export function meet(): void {
  const channel = new BroadcastChannel("wobbly");
  const from = crypto.randomUUID();
  const tell = (asks: boolean, shows = currentID.peek()): void => {
    channel.postMessage({ from, shows, asks } satisfies Presence);
  };
  channel.addEventListener("message", (e: MessageEvent<Presence>) => {
    const next = new Map(others.peek());
    if (e.data.shows) next.set(e.data.from, e.data.shows);
    else next.delete(e.data.from);
    others.value = next;
    if (e.data.asks) tell(false);
  });
  effect(() => {
    currentID.value;
    tell(true);
  });
  window.addEventListener("pagehide", () => tell(false, ""));
}
