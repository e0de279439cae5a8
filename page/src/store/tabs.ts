// Other tabs of the browser: whether one of them shows the same program, so that what is written
// here appears there.
import { computed, effect, signal } from "@preact/signals";
import { currentID } from "./programs";

/** What a tab tells the others: which program it shows, and whether they are to answer. */
interface Told {
  from: string;
  shows: string;
  asks: boolean;
}

const others = signal<ReadonlyMap<string, string>>(new Map());

/** Whether another tab shows the program that this one shows. */
export const elsewhere = computed(() => [...others.value.values()].includes(currentID.value));

/** meet tells other tabs what is shown here, and hears what they show. */
export function meet(): void {
  const channel = new BroadcastChannel("wobbly");
  const from = crypto.randomUUID();
  const tell = (asks: boolean, shows = currentID.peek()): void => {
    const told: Told = { from, shows, asks };
    channel.postMessage(told);
  };
  channel.addEventListener("message", (e: MessageEvent<Told>) => {
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
