// The browser's storage, which may be forbidden or full. What cannot be stored lives in this tab
// only, and the page says so.
import { signal } from "@preact/signals";

/** Why storing fails; undefined if it works. */
export const trouble = signal<"forbidden" | "full" | undefined>(undefined);

const prefix = "wobbly.";
const memory = new Map<string, string>();

/** Runs something that the browser may forbid; returns undefined if it does. */
function allowed<T>(what: () => T): T | undefined {
  try {
    return what();
  } catch {
    return undefined;
  }
}

const local = allowed(() => window.localStorage);
const tab = allowed(() => window.sessionStorage);
if (!local) trouble.value = "forbidden";

export const read = (name: string): string | undefined =>
  memory.get(name) ?? allowed(() => local?.getItem(prefix + name)) ?? undefined;

/** Stores a text, at least while this tab is open. */
export function write(name: string, text: string): void {
  if (allowed(() => (local!.setItem(prefix + name, text), true))) return forget(name);
  memory.set(name, text);
  trouble.value = local ? "full" : "forbidden";
}

export function remove(name: string): void {
  forget(name);
  allowed(() => local?.removeItem(prefix + name));
}

/** Storage is full until nothing is left in memory. */
function forget(name: string): void {
  memory.delete(name);
  if (memory.size === 0 && trouble.value === "full") trouble.value = undefined;
}

export function names(beginning: string): string[] {
  const stored = allowed(() => Array.from({ length: local?.length ?? 0 }, (_, i) => local?.key(i) ?? "")) ?? [];
  const own = stored.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  return [...new Set([...memory.keys(), ...own])].filter((name) => name.startsWith(beginning)).sort();
}

export function changed(beginning: string, then: (name: string) => void): void {
  window.addEventListener("storage", (e) => {
    if (e.key?.startsWith(prefix + beginning)) then(e.key.slice(prefix.length));
  });
}

/** Parses a stored text; returns undefined if it is damaged. */
export const parsed = (text = ""): unknown => allowed(() => JSON.parse(text) as unknown);

/** Storage of this tab alone. What the browser forbids to store is lost. */
export const readTab = (name: string): string | undefined => allowed(() => tab?.getItem(prefix + name)) ?? undefined;
export const writeTab = (name: string, text: string): void => void allowed(() => tab?.setItem(prefix + name, text));
