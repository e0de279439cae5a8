// Links. Everything is in the fragment of the address, so nothing leaves the machine. The engine
// makes and checks links (docs/page.md); the page itself reads only what it can show before the
// engine starts.
import { signal } from "@preact/signals";
import burble from "../../examples/burble.il";
import { ask, hello, problemOf, started, unready } from "./engine/client";
import { compare } from "./lab/compare";
import { showGraph } from "./lab/explore";
import { game, goToLesson, leaveLesson, opening, overtake } from "./lab/game";
import { showTheorem } from "./lab/theorem";
import { type LinkState, looksLikeLink, stateOf, unpack, withState } from "./links";
import type { SharedView } from "./protocol";
import { awaited, draw, stepper, takeOver } from "./step/open";
import { playStory } from "./step/story";
import { Stepper } from "./step/stepper";
import * as programs from "./store/programs";
import { dismiss, notify } from "./ui/notices";
import { embedded, go, labTab, labTabs, region, regions, say, type LabTab, type Region } from "./ui/state";

export const shared = signal<SharedView | undefined>(undefined);
/** Whether an address is being followed. Until that is done, the address must not change. */
export const following = signal(false);

/** The type of window.history.state. On reload or going back, the page shows the followed program
 * as it is now rather than as the link had it. */
export interface Entry {
  key?: string; // of what is shown: see place in address.ts
  followed?: { hash: string; program: string }; // the address, and the program that it opened
}

export const entry = (): Entry => (window.history.state as Entry | null) ?? {};

/** Undefined if the address was not followed, or its program was deleted: only the link remains. */
function followed(): programs.Program | undefined {
  const f = entry().followed;
  return f?.hash === window.location.hash ? programs.programs.value.find((p) => p.id === f.program) : undefined;
}

function wasFollowed(p: programs.Program): void {
  const followed = { hash: window.location.hash, program: p.id };
  window.history.replaceState({ ...entry(), followed }, "");
}

let latest = 0; // incremented for each address, to drop answers for an older one

type Overtaken = () => boolean;
type Finish = () => Promise<void>;

/** Opens what the address leads to; resolves once everything that needs no engine is shown. loaded
 * is true right after a page load: a link that was already followed then changes nothing. When the
 * student goes back to such a link, its program is shown. */
export async function follow(loaded: boolean): Promise<void> {
  const mine = ++latest;
  const overtaken = (): boolean => mine !== latest;
  const end = (): void => {
    if (!overtaken()) following.value = awaited.value = false;
  };
  following.value = true;
  overtake();
  dismiss("link");
  const [hash = "", state] = window.location.hash.slice(1).split("~");
  const known = followed();
  if (known && !loaded) programs.show(known.id);
  try {
    if (hash === "" && entry().key?.startsWith("step")) go("step");
    let finish = hash === "" ? null : plain(hash, known);
    if (finish === undefined) finish = await linked(hash, known, overtaken, state);
    if (finish && !overtaken())
      void started
        .then(() => (overtaken() ? undefined : finish()))
        .finally(end);
    else end();
  } catch (error) {
    if (!overtaken()) damaged(error instanceof Error ? error.message : "it cannot be read");
    end();
  }
}

/** Follows a handwritten address: a region, a tab of the lab, a lesson by number, an example by
 * name. Returns what remains for the engine, null if nothing does, and undefined if the address is
 * none of these. */
function plain(hash: string, known: programs.Program | undefined): Finish | null | undefined {
  const [, kind, name] = /^(lesson|example)-(.+)$/.exec(hash) ?? [];
  const [tab, what, more = ""] = hash.split(":");
  if ((regions as readonly string[]).includes(hash)) go(hash as Region);
  else if ((labTabs as readonly string[]).includes(tab!)) {
    labTab.value = tab as LabTab;
    if (tab === "lessons") leaveLesson();
    if (tab === "theorem") showTheorem(what, more);
    go("lab");
    if (tab === "explore" && what) return async () => void showGraph(what, more);
    if (tab === "compare" && what)
      return async () => {
        const name = decodeURIComponent(what);
        const mine = programs.programs.value.find((p) => p.name === name);
        if (mine) programs.show(mine.id);
        else example(name);
        if (programs.current.value?.name === name) void compare();
      };
  } else if (kind === "lesson") {
    const was = entry().key; // includes the task, which the first task's address omits
    return lesson(was?.startsWith("lesson-") ? was.slice("lesson-".length) : name!);
  } else if (kind === "example") {
    go("step");
    if (known) return null;
    if (!/^burble(\.il)?$/.test(name!)) return async () => example(name!);
    const p = programs.add("burble.il", burble, true); // part of the bundle
    wasFollowed(p);
    if (!embedded) playStory(p);
  } else return undefined;
  return null;
}

/** Opens a lesson, or one of its tasks: "4", "4-2". */
function lesson(name: string): Finish {
  labTab.value = "lessons";
  opening.value = !game.peek();
  go("lab");
  return () => goToLesson(name);
}

/** Shows the program of a link without the engine; returns what remains for the engine. */
async function linked(
  hash: string,
  known: programs.Program | undefined,
  overtaken: Overtaken,
  drawn: string | undefined,
): Promise<Finish | null> {
  if (!looksLikeLink(hash)) {
    const shown = hash.length > 40 ? `${hash.slice(0, 40)}…` : hash;
    notify("link", "warning", `This page has no address #${shown}. What you had is as it was.`);
    return null;
  }
  const link = await unpack(hash);
  if (overtaken()) return null;
  if (link.lesson) return lesson(link.task ? `${Number.parseInt(link.lesson)}-${link.task}` : link.lesson);
  const state = await stateOf(drawn);
  const example = /^burble/.test(link.x ?? "") ? burble : undefined;
  const text = link.p ?? (state?.view ? (state.program ?? example) : undefined);
  const name = link.n ?? link.x ?? "shared.il";
  const p = known ?? (text === undefined ? undefined : programs.add(name, text, link.x !== undefined));
  if (p) wasFollowed(p);
  const more = plain(link.g ?? "step", p);
  if (more === undefined) go("step");
  const stood = state?.view && p && !known ? draw(p, state.view) : undefined;
  if (stood) stood.touched = true;
  if (stood && embedded) return null; // its session opens on first use
  awaited.value = !known;
  return async () => {
    const now = programs.current.value;
    if (!known) await openLink(hash, p, overtaken, stood);
    else if (now?.id !== known.id || stepper.value?.program === known.id) return;
    else if (now.text === link.p) await openLink(hash, p, overtaken);
    if (!overtaken()) await more?.();
  };
}

function example(name: string): void {
  const found = hello.value?.examples.find((e) => e.name === name || e.name === `${name}.il`);
  if (found) wasFollowed(programs.add(found.name, found.text, true));
  else notify("link", "error", `There is no example ${name}. Examples lists them all.`);
}

function damaged(why: string): void {
  const help = "What you had is as it was. Ask for the link again, and copy all of it.";
  notify("link", "error", `This link is damaged: ${why}. ${help}`);
  say(`This link is damaged: ${why}.`);
}

/** Has the engine open a link and check its claim. read is the program from the link, which may
 * have been edited meanwhile. The drawn session becomes the engine's, unless the student has
 * already stepped on from it. */
async function openLink(
  hash: string,
  read: programs.Program | undefined,
  overtaken: Overtaken,
  drawn?: Stepper,
): Promise<void> {
  try {
    const o = await ask("session", "share.open", { hash });
    if (overtaken()) return;
    const link = o.link;
    const p = read ?? programs.add(link.name || link.example || "shared.il", link.program, link.example !== "");
    wasFollowed(p);
    const left = drawn && (stepper.peek() !== drawn || drawn.busy || drawn.view.peek()?.session !== 0);
    if (o.session && left) await ask("session", "session.close", { session: o.session.session });
    else if (o.session) {
      const s = new Stepper(p.name, link.program, p.id);
      s.touched = true;
      s.show(o.session);
      takeOver(s);
      go(regions.find((r) => r === link.region) ?? "step");
    }
    if (o.problem)
      notify("link", "warning", `The program of the link is open, but not its state: ${o.problem.message}.`);
    if (o.claim && !o.holds) notify("link", "warning", `The link claims: ${o.claim} Judged again: ${o.judged}`);
    else if (o.claim) say(`The link claims: ${o.claim} ${o.judged}`);
  } catch (error) {
    const p = problemOf(error);
    if (p && !overtaken()) damaged(p.message);
  }
}

const longest = 1900; // characters of a link including its state; some programs cut longer ones

const lessonHere = () => (region.value === "lab" && labTab.value === "lessons" ? game.value : undefined);

/** Why nothing can be shared now; empty if something can. */
export const unshared = (): string =>
  unready() || (programs.some.value || lessonHere() ? "" : "There is no program to share.");

/** Includes the state if there is room; it is drawn before the engine starts. */
export async function share(): Promise<void> {
  const made = await linkHere();
  const { view, program } = stateHere();
  const p = programs.current.value; // the link contains the text unless it names an example
  const state = { ...(view && { view }), ...(p?.example && p.text !== burble && program ? { program } : {}) };
  const hash = made && view ? await withState(made.hash, state) : "";
  shared.value = made && { ...made, hash: hash && hash.length <= longest ? hash : made.hash };
}

/** Makes a link to what is shown; if that fails, says why and returns undefined. */
export async function linkHere(): Promise<SharedView | undefined> {
  const g = lessonHere();
  const p = programs.current.value;
  const s = stepper.value;
  const session = s?.view.value && s.text === p?.text && region.value === "step" ? await s.number() : undefined;
  try {
    const shown = region.value === "lab" ? window.location.hash.slice(1) : region.value;
    const what = g
      ? { lesson: g.name, task: g.task.number, region: "lab" }
      : session !== undefined
        ? { session, region: "step" }
        : { name: p?.name ?? "program.il", program: p?.text ?? "", region: shown };
    return await ask("session", "share.make", what);
  } catch (error) {
    const problem = problemOf(error);
    if (problem) notify("share", "error", `No link: ${problem.message}.`);
    return undefined;
  }
}

function stateHere(): LinkState {
  const g = lessonHere();
  if (g) return { title: `${g.number}. ${g.title}`, idea: g.idea, program: g.task.program };
  const s = region.value === "step" ? stepper.value : undefined;
  const view = s?.view.value;
  return s && view ? { view: { ...view, session: 0, off: [], plain: [] }, program: s.text } : {};
}

export async function frameOf(link: string): Promise<string> {
  const hash = await withState(link.split("~")[0]!, stateHere());
  const address = addressOf(hash).replace("#", "?embed#");
  const size = 'width="100%" height="640" loading="lazy" allow="clipboard-write"';
  return `<iframe src="${address}" title="wobbly" ${size}></iframe>`;
}

export const addressOf = (hash: string): string => `${window.location.href.split(/[?#]/)[0]}#${hash}`;
