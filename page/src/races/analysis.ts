// What is known of the current program: errors, reports of the analysis, and what the exact search
// confirms. Recomputed after each change, once typing pauses.
import { computed, effect, signal, untracked } from "@preact/signals";
import { absent, ask, busy, cancel, hello, problemOf, Waiting } from "../engine/client";
import type { AnalysisRow, Diagnosis, Problem, Progress, RacesView, UnitRow } from "../protocol";
import { current } from "../store/programs";
import { embedded, region } from "../ui/state";

export interface Known {
  id: string; // of the program
  name: string;
  text: string;
  mode: string; // name of the analysis
  diagnoses: readonly Diagnosis[];
  units: readonly UnitRow[];
  races: RacesView | undefined; // undefined for an illegal program; at first without a search
  problem: Problem | undefined; // why the analysis failed
}

/** The latest answer; stale reports whether it is about an older text. */
export const known = signal<Known | undefined>(undefined);
export const working = signal(false);
export const progress = signal<Progress | undefined>(undefined);

export const search = new Waiting("search");

export const analysis = signal("racerdx");

export const rowOf = (name: string): AnalysisRow | undefined =>
  hello.value?.groups.flatMap((g) => g.list).find((a) => a.name === name);

/** Reports whether the chosen analysis can explain its reports. */
export const explains = (): boolean => rowOf(analysis.value)?.explains ?? false;

const pause = 150; // milliseconds without typing before a check
const patience = 1500; // milliseconds before work on an older text is cancelled
const states = 200_000; // limit of the automatic search

export const maxStates = signal(states);

let timer: number | undefined;
let began = 0;

/** Whether the answer is about another text than the current one. */
export const stale = computed(() => known.value?.text !== current.value?.text || known.value?.id !== current.value?.id);

export function watch(): void {
  effect(() => {
    const p = current.value;
    analysis.value;
    if (!p || absent.value) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(next, known.peek()?.id === p.id ? pause : 0);
  });
  effect(() => {
    const shown = embedded && wanted();
    if (shown && known.peek()?.text !== searchedText) untracked(() => beginSearch(states));
  });
}

/** Reports whether to search automatically: in a frame only once its races are shown. */
const wanted = (): boolean => !embedded || region.value === "races";

/** Analyses the current text once the engine is free, unless the answer is complete. */
function next(): void {
  const p = current.value;
  const k = known.value;
  if (!p || (k && k.id === p.id && k.text === p.text && k.mode === analysis.value && !k.problem)) return;
  if (working.value) {
    if (performance.now() - began > patience && hello.value && busy("check")) cancel("check");
    else timer = window.setTimeout(next, 50);
    return;
  }
  void examine(p.id, p.name, p.text, analysis.value);
}

async function examine(id: string, name: string, text: string, mode: string): Promise<void> {
  working.value = true;
  began = performance.now();
  progress.value = undefined;
  const program = { name, program: text };
  const found: Known = { id, name, text, mode, diagnoses: [], units: [], races: undefined, problem: undefined };
  let cancelled = false; // for a newer text
  try {
    const { list, units } = await ask("check", "diagnose", program);
    Object.assign(found, { diagnoses: list, units });
    if (!list.some((d) => d.severity === "error")) {
      found.races = await ask("check", "races", { ...program, analysis: mode }, (p) => (progress.value = p));
    }
  } catch (error) {
    found.problem = problemOf(error);
    cancelled = !found.problem;
  }
  working.value = false;
  if (cancelled) return next();
  known.value = found;
  if (current.value?.text !== text || current.value.id !== id || analysis.value !== mode) next();
  else if (wanted()) beginSearch(searchedText === text ? maxStates.value : states);
}

/** Searches all interleavings, up to a number of states. A running search of the same text
 * continues if its limit suffices; judge then asks again for the current analysis. */
export function beginSearch(bound: number): void {
  const k = known.value;
  const running = search.running.peek();
  if (!k?.races || (running && searchedText === k.text && bound <= maxStates.value)) return;
  if (running) search.cancel();
  maxStates.value = bound;
  searchedText = k.text;
  void search.for(() => judge(k, bound));
}

let searchedText = "";

/** Reports whether the last search covered the known text. */
export const searched = (k: Known): boolean => searchedText === k.text;

/** Compares the known reports with a search; the engine caches what it has explored. */
async function judge(k: Known, bound: number): Promise<void> {
  const question = { name: k.name, program: k.text, analysis: k.mode, states: bound };
  const races = await ask("search", "races", question, search.hear);
  const now = known.value;
  if (now?.text !== k.text || !now.races || searchedText !== k.text) return;
  if (now.mode === k.mode) known.value = { ...now, races };
  else await judge(now, bound);
}
