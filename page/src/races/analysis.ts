// What is known of the program that is shown: what is wrong with it, what the
// analysis reports, and what the exact search finds. All of it is asked again
// when the text has changed and nothing was typed for a moment.
import { computed, effect, signal } from "@preact/signals";
import { absent, ask, askDocument, busy, cancel, hello, problemOf } from "../engine/client";
import type { Diagnosis, Problem, Progress } from "../protocol";
import { current } from "../store/programs";
import type { CheckDocument, ExploreDocument } from "./documents";
import { summary } from "./judge";

/** Known is what is known of one text. */
export interface Known {
  id: string; // of the program
  name: string;
  text: string;
  mode: string; // which analysis was asked
  diagnoses: readonly Diagnosis[];
  check: CheckDocument | undefined;
  problem: Problem | undefined; // why there is no answer of the analysis
}

/** The newest answer; stale reports whether it is about an older text. */
export const known = signal<Known | undefined>(undefined);
export const working = signal(false);
export const progress = signal<Progress | undefined>(undefined);

/** The exact search of the same text. */
export interface Searched {
  text: string;
  document: ExploreDocument | undefined;
  exit: number;
  problem: Problem | undefined;
  cancelled: boolean;
}
export const searched = signal<Searched | undefined>(undefined);

/** searchOf is what the exact search found in the text of an answer; undefined before that. */
export const searchOf = (k: Known | undefined): ExploreDocument | undefined => (k && searched.value?.text === k.text ? searched.value.document : undefined);

/** How many races there are, by the analysis and the search together; undefined while there is no
 * answer. */
export const summed = computed(() => (known.value?.check ? summary(known.value.check, searchOf(known.value)) : undefined));

export const searching = signal(false);
export const searchProgress = signal<Progress | undefined>(undefined);

/** Which analysis is asked; one of hello.analyses. */
export const analysis = signal("racerdx");

const pause = 150; // milliseconds without typing
const patience = 1500; // after which an older text is given up
const states = 200_000; // of the search that begins by itself

/** The states that the next search may visit. */
export const maxStates = signal(states);

let timer: number | undefined;
let began = 0;
let searches = 0;

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
}

/** next asks about the text that is shown, once the engine is free, unless all is
 * known of it. */
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
  const found: Known = { id, name, text, mode, diagnoses: [], check: undefined, problem: undefined };
  try {
    found.diagnoses = (await ask("check", "diagnose", program)).list;
    if (!found.diagnoses.some((d) => d.severity === "error")) {
      const listen = (p: Progress): void => {
        progress.value = p;
      };
      const answer = await askDocument("check", "check", { ...program, analysis: mode, limit: 200 }, listen);
      found.check = answer.document as CheckDocument;
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
  else if (found.check) beginSearch(states);
}

/** beginSearch looks at all interleavings, up to a number of states. */
export function beginSearch(bound: number): void {
  const k = known.value;
  if (!k?.check) return;
  if (searched.value?.text === k.text && searched.value.document && bound <= maxStates.value && !searched.value.cancelled) return;
  if (searching.value) cancel("search");
  maxStates.value = bound;
  void search(k.name, k.text, bound);
}

async function search(name: string, text: string, bound: number): Promise<void> {
  const number = ++searches;
  searching.value = true;
  searchProgress.value = undefined;
  const mine: Searched = { text, document: undefined, exit: 0, problem: undefined, cancelled: false };
  try {
    const answer = await askDocument("search", "explore", { name, program: text, maxStates: bound }, (p) => {
      searchProgress.value = p;
    });
    mine.document = answer.document as ExploreDocument;
    mine.exit = answer.exit;
  } catch (error) {
    mine.problem = problemOf(error);
    mine.cancelled = mine.problem === undefined;
  }
  if (number !== searches) return; // another one has begun
  searched.value = mine;
  searching.value = false;
}

/** endSearch cancels the search that runs. */
export function endSearch(): void {
  if (searching.value) cancel("search");
}
