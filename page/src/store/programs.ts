// The student's programs. Each is stored separately, so browser tabs working on different programs
// do not interfere; if two tabs change the same one, the later writer keeps a copy.
import { computed, effect, signal } from "@preact/signals";
import { notify } from "../ui/notices";
import * as storage from "./storage";

export interface Program {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly example: boolean; // unchanged since it came with the page
  readonly open: boolean; // has a tab; closed programs can be reopened
  readonly revision: number; // incremented each time it is stored
}

const key = (id: string): string => `program.${id}`;

/** All programs, in order of creation. */
export const programs = signal<readonly Program[]>([]);
export const currentID = signal<string>("");
export const current = computed(() => programs.value.find((p) => p.id === currentID.value));
/** Whether a program is shown. Unlike current, it does not change with each keystroke. */
export const some = computed(() => current.value !== undefined);

const unsaved = new Set<string>();
let timer: number | undefined;

export function restore(): void {
  const found = storage.names("program.").flatMap((name) => parse(storage.read(name)) ?? []);
  programs.value = found;
  const wanted = storage.readTab("current") ?? storage.read("current") ?? "";
  const open = found.filter((p) => p.open);
  currentID.value = open.find((p) => p.id === wanted)?.id ?? open.at(-1)?.id ?? "";
  storage.changed("program.", (name) => followOther(name));
  window.addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && flush());
}

/** Parses a stored program; returns undefined for anything else. */
function parse(stored?: string): Program | undefined {
  const { id, name, text, example, open, revision } = (storage.parsed(stored) ?? {}) as Partial<Program>;
  if (typeof id !== "string" || typeof text !== "string" || typeof name !== "string") return undefined;
  return { id, name, text, example: example === true, open: open !== false, revision: revision ?? 1 };
}

/** Adopts what another tab stored, unless this tab changed the same program meanwhile; store then
 * makes a copy. */
function followOther(name: string): void {
  const stored = parse(storage.read(name));
  const id = name.slice("program.".length);
  if (unsaved.has(id)) return;
  const known = programs.value.find((p) => p.id === id);
  if (stored && known) {
    // Each browser tab has its own open programs.
    change(id, { ...stored, open: known.open });
  } else if (stored) programs.value = [...programs.value, stored];
  else if (id !== currentID.value) programs.value = programs.value.filter((p) => p !== known);
  // Otherwise another tab deleted the current program. It stays here, and the next change stores it
  // again.
}

export function show(id: string): void {
  if (!programs.value.some((p) => p.id === id)) return;
  change(id, { open: true });
  currentID.value = id;
  storage.writeTab("current", id);
  storage.write("current", id);
}

export function add(name: string, text: string, example = false): Program {
  // Another tab may just have stored it.
  for (const stored of storage.names("program.")) followOther(stored);
  const same = programs.value.filter((p) => p.text === text);
  const known =
    same.find((p) => p.id === currentID.value) ??
    same.find((p) => p.name === name) ??
    same.find((p) => p.open) ??
    same[0];
  if (known) {
    show(known.id);
    return known;
  }
  const p: Program = { id: freshID(), name: freshName(name), text, example, open: true, revision: 1 };
  programs.value = [...programs.value, p];
  save(p);
  show(p.id);
  return p;
}

export function edit(id: string, text: string): void {
  if (programs.value.find((p) => p.id === id)?.text === text) return;
  update(id, { text, example: false });
}

export const rename = (id: string, name: string): void => update(id, { name });

export function close(id: string): void {
  const open = programs.value.filter((p) => p.open);
  const at = open.findIndex((p) => p.id === id);
  update(id, { open: false });
  if (id !== currentID.value) return;
  const next = open[at + 1] ?? open[at - 1];
  if (next) show(next.id);
  else currentID.value = "";
}

export function forget(id: string): void {
  programs.value = programs.value.filter((p) => p.id !== id);
  unsaved.delete(id);
  storage.remove(key(id));
}

function change(id: string, what: Partial<Program>): void {
  programs.value = programs.value.map((p) => (p.id === id ? { ...p, ...what } : p));
}

/** Changes a program, and stores it shortly after. */
function update(id: string, what: Partial<Program>): void {
  change(id, what);
  unsaved.add(id);
  timer ??= window.setTimeout(flush, 300);
}

export function flush(): void {
  window.clearTimeout(timer);
  timer = undefined;
  for (const p of programs.value) if (unsaved.has(p.id)) store(p);
  unsaved.clear();
}

/** Stores a program, or a copy if another tab changed it first. */
function store(p: Program): void {
  const stored = parse(storage.read(key(p.id)));
  if (!stored || stored.revision === p.revision || stored.text === p.text) {
    const revision = (stored?.revision ?? p.revision) + 1;
    change(p.id, { revision });
    return save({ ...p, revision });
  }
  const copy: Program = { ...p, id: freshID(), name: freshName(p.name), revision: 1 };
  change(p.id, { ...stored, open: false });
  programs.value = [...programs.value, copy];
  save(copy);
  if (currentID.value === p.id) show(copy.id);
  const text = `Another tab has changed ${stored.name} too. What you wrote here is kept as ${copy.name}.`;
  notify("conflict", "warning", text);
}

const save = (p: Program): void => storage.write(key(p.id), JSON.stringify(p));

/** Ids sort by the time of creation. */
const freshID = (): string => Date.now().toString(36) + Math.random().toString(36).slice(2);

function freshName(name: string): string {
  const taken = new Set(programs.value.map((p) => p.name));
  const stem = name.replace(/\.il$/, "");
  for (let n = 1; ; n++) {
    const next = n === 1 ? `${stem}.il` : `${stem}-${n}.il`;
    if (!taken.has(next)) return next;
  }
}

/** A message to other tabs: the program shown here, and whether they should answer. */
interface Presence {
  from: string;
  shows: string;
  asks: boolean;
}

const others = signal<ReadonlyMap<string, string>>(new Map());

/** Whether another browser tab shows the same program, whose edits then appear here. */
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
