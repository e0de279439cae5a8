// The browser's storage, which may be forbidden or full. What cannot be stored
// stays in this tab, and the page says so.
import { signal } from "@preact/signals";

/** Trouble is what is wrong with the storage; undefined: nothing. */
export type Trouble = "forbidden" | "full";

export const trouble = signal<Trouble | undefined>(undefined);

const prefix = "wobbly.";
const memory = new Map<string, string>();

/** area is one of the browser's storages, if it may be used. */
function area(which: "localStorage" | "sessionStorage"): Storage | undefined {
  try {
    return window[which];
  } catch {
    return undefined;
  }
}

const local = area("localStorage");
const tab = area("sessionStorage");
if (!local) trouble.value = "forbidden";

/** read is what is stored under a name. */
export function read(name: string): string | undefined {
  try {
    return memory.get(name) ?? local?.getItem(prefix + name) ?? undefined;
  } catch {
    return memory.get(name);
  }
}

/** write stores a text, at least for as long as this tab is open. */
export function write(name: string, text: string): void {
  try {
    if (!local) throw new Error("no storage");
    local.setItem(prefix + name, text);
    memory.delete(name);
    if (memory.size === 0 && trouble.value === "full") trouble.value = undefined;
  } catch {
    memory.set(name, text);
    trouble.value = local ? "full" : "forbidden";
  }
}

/** remove forgets what is stored under a name. */
export function remove(name: string): void {
  memory.delete(name);
  try {
    local?.removeItem(prefix + name);
  } catch {
    trouble.value = "forbidden";
  }
  if (memory.size === 0 && trouble.value === "full") trouble.value = undefined;
}

/** names lists what is stored under names with a beginning, in order. */
export function names(beginning: string): string[] {
  const all = new Set([...memory.keys()].filter((n) => n.startsWith(beginning)));
  try {
    for (let i = 0; i < (local?.length ?? 0); i++) {
      const key = local?.key(i) ?? "";
      if (key.startsWith(prefix + beginning)) all.add(key.slice(prefix.length));
    }
  } catch {
    trouble.value = "forbidden";
  }
  return [...all].sort();
}

/** changed calls back when another tab of the browser has stored something. */
export function changed(beginning: string, then: (name: string) => void): void {
  window.addEventListener("storage", (e) => {
    if (e.key?.startsWith(prefix + beginning)) then(e.key.slice(prefix.length));
  });
}

/** here and putHere are for what belongs to this tab alone. */
export function here(name: string): string | undefined {
  try {
    return tab?.getItem(prefix + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function putHere(name: string, text: string): void {
  try {
    tab?.setItem(prefix + name, text);
  } catch {
    // The tab forgets it when it is closed.
  }
}
