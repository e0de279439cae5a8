// What is known of the program that is shown: what is wrong with it, what the analysis reports, and
// what the exact search confirms of that. All of it is computed again when the text has changed and
// nothing was typed for a moment.
import { computed, effect, signal, untracked } from "@preact/signals";
import { absent, ask, busy, cancel, hello, problemOf } from "../engine/client";
import type { AnalysisRow, Diagnosis, Problem, Progress, RacesView, UnitRow } from "../protocol";
import { Waiting } from "../engine/waiting";
import { current } from "../store/programs";
import { embedded, region } from "../ui/state";

/** Known is what is known of one text. */
export interface Known {
  id: string; // of the program
  name: string;
  text: string;
  mode: string; // which analysis was asked
  diagnoses: readonly Diagnosis[];
  units: readonly UnitRow[];
  races: RacesView | undefined; // undefined for an illegal program; without a search at first
  problem: Problem | undefined; // why there is no answer of the analysis
}

/** The newest answer; stale reports whether it is about an older text. */
export const known = signal<Known | undefined>(undefined);
export const working = signal(false);
export const progress = signal<Progress | undefined>(undefined);

/** The races of the newest answer, which also sum it up. */
export const summed = computed(() => known.value?.races);

export const search = new Waiting("search");

export const analysis = signal("racerdx");

export const rowOf = (name: string): AnalysisRow | undefined =>
  hello.value?.groups.flatMap((g) => g.list).find((a) => a.name === name);

/** explains reports whether the chosen analysis says why it reports, or does not. */
export const explains = (): boolean => rowOf(analysis.value)?.explains ?? false;

const pause = 150; // milliseconds without typing
const patience = 1500; // after which an older text is given up
const states = 200_000; // of the search that begins by itself

/** The states that the next search may visit. */
export const maxStates = signal(states);

let timer: number | undefined;
let began = 0;

/** stale reports whether the answer is about another text than the one that is shown. */
export const stale = (): boolean => older.value;
const older = computed(() => known.value?.text !== current.value?.text || known.value?.id !== current.value?.id);

/** watch begins to ask whenever something changes. */
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

/** wanted reports whether the search begins by itself: in a frame only once its races are shown. */
const wanted = (): boolean => !embedded || region.value === "races";

/** next asks about the text that is shown, once the engine is free, unless all is known of it. */
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

/** examine asks what is wrong with a text and, if nothing is, what races. */
async function examine(id: string, name: string, text: string, mode: string): Promise<void> {
  working.value = true;
  began = performance.now();
  progress.value = undefined;
  const program = { name, program: text };
  const found: Known = { id, name, text, mode, diagnoses: [], units: [], races: undefined, problem: undefined };
  try {
    const { list, units } = await ask("check", "diagnose", program);
    Object.assign(found, { diagnoses: list, units });
    if (!list.some((d) => d.severity === "error")) {
      found.races = await ask("check", "races", { ...program, analysis: mode }, (p) => (progress.value = p));
    }
  } catch (error) {
    found.problem = problemOf(error);
    if (!found.problem) {
      working.value = false;
      next(); // given up for a newer text
      return;
    }
  }
  working.value = false;
  known.value = found;
  if (current.value?.text !== text || current.value.id !== id || analysis.value !== mode) next();
  else if (wanted()) beginSearch(searchedText === text ? maxStates.value : states);
}

/** beginSearch looks at all interleavings, up to a number of states. One that has begun of the text
 * goes on, if it may visit as many: it asks again of another analysis. */
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

/** searched reports whether the last search was of what is known. */
export const searched = (k: Known): boolean => searchedText === k.text;

/** judge asks what a search makes of what is known; the engine keeps what it has found. */
async function judge(k: Known, bound: number): Promise<void> {
  const question = { name: k.name, program: k.text, analysis: k.mode, states: bound };
  const races = await ask("search", "races", question, search.hear);
  const now = known.value;
  if (now?.text !== k.text || !now.races || searchedText !== k.text) return;
  if (now.mode === k.mode) known.value = { ...now, races };
  else await judge(now, bound);
}
