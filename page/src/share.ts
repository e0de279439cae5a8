// Links: everything stands behind # of the address, and nothing leaves the
// machine. The engine makes and judges them (docs/page.md); what the page reads
// by itself is the program, so that it shows before the engine is there.
import { effect, signal } from "@preact/signals";
import burble from "../../examples/burble.il";
import { ask, hello, problemOf } from "./engine/client";
import { entry, followed, wasFollowed } from "./followed";
import { compare } from "./lab/compare";
import { showGraph } from "./lab/explore";
import { game, goToLesson, leaveLesson, opening, overtake } from "./lab/game";
import { showTheorem } from "./lab/theorem";
import { type LinkState, looksLikeLink, stateOf, unpack, withState } from "./links";
import type { SharedView } from "./protocol";
import { awaited, draw, stepper, takeOver } from "./step/open";
import { tell } from "./step/story";
import { Stepper } from "./step/stepper";
import * as programs from "./store/programs";
import { dismiss, notify } from "./ui/notices";
import { embedded, go, labTab, labTabs, region, regions, say, type LabTab, type Region } from "./ui/state";

export const shared = signal<SharedView | undefined>(undefined);
/** Whether an address is being followed: until it is, it stays as it is. */
export const following = signal(false);

let turn = 0; // grows with each address; an answer to an older one comes too late

type Late = () => boolean;
type Rest = () => Promise<void>;

/** follow opens what the address leads to, and returns once everything that needs no engine is
 * shown. A link to a program is followed once: loaded is whether the page has just
 * been loaded, and then a followed link leaves what is shown; otherwise one has gone back to it,
 * and its program is shown. */
export async function follow(loaded: boolean): Promise<void> {
  const mine = ++turn;
  const late = (): boolean => mine !== turn;
  const end = (): void => {
    if (!late()) following.value = awaited.value = false;
  };
  following.value = true;
  overtake();
  dismiss("link");
  const [hash = "", state] = window.location.hash.slice(1).split("~");
  const known = followed();
  if (known && !loaded) programs.show(known.id);
  try {
    let rest = hash === "" ? back() : plain(hash, known);
    if (rest === undefined) rest = await linked(hash, known, late, state);
    if (rest && !late())
      void ready()
        .then(() => (late() ? undefined : rest()))
        .finally(end);
    else end();
  } catch (error) {
    if (!late()) damaged(error instanceof Error ? error.message : "it cannot be read");
    end();
  }
}

/** back shows the region of an entry of the history that has no address of its own. */
function back(): null {
  if (entry().key?.startsWith("step")) go("step");
  return null;
}

/** plain follows an address that is written by hand: a region, a tab of the lab, a lesson by its
 * number, an example by its name. It returns null for what the engine need not do, and undefined if
 * the address is none of these. */
function plain(hash: string, known: programs.Program | undefined): Rest | null | undefined {
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
    const was = entry().key; // has the task, which the address of the first one leaves out
    return lesson(was?.startsWith("lesson-") ? was.slice("lesson-".length) : name!);
  } else if (kind === "example") {
    go("step");
    if (known) return null;
    if (!/^burble(\.il)?$/.test(name!)) return async () => example(name!);
    const p = programs.add("burble.il", burble, true); // it is a part of the page
    wasFollowed(p);
    if (!embedded) tell(p);
  } else return undefined;
  return null;
}

/** lesson opens a lesson by its name, and a task of it: "4", "4-2". */
function lesson(name: string): Rest {
  labTab.value = "lessons";
  opening.value = !game.peek();
  go("lab");
  return () => goToLesson(name);
}

/** linked reads the parts of a link that need no engine, and shows its program. */
async function linked(
  hash: string,
  known: programs.Program | undefined,
  late: Late,
  drawn: string | undefined,
): Promise<Rest | null> {
  if (!looksLikeLink(hash)) {
    const shown = hash.length > 40 ? `${hash.slice(0, 40)}…` : hash;
    notify("link", "warning", `This page has no address #${shown}. What you had is as it was.`);
    return null;
  }
  const link = await unpack(hash);
  if (late()) return null;
  if (link.lesson) return lesson(link.task ? `${Number.parseInt(link.lesson)}-${link.task}` : link.lesson);
  const state = await stateOf(drawn);
  const example = /^burble/.test(link.x ?? "") ? burble : undefined;
  const text = link.p ?? (state?.view ? (state.program ?? example) : undefined);
  const name = link.n ?? link.x ?? "shared.il";
  const p = known ?? (text === undefined ? undefined : programs.add(name, text, link.x !== undefined));
  if (p) wasFollowed(p);
  const shown = link.g ? regionOf(link.g) : "step";
  go(shown);
  const stood = state?.view && p && !known ? draw(p, state.view) : undefined;
  if (stood) stood.touched = true;
  if (stood && embedded) return null; // its session is opened when something is done with it
  awaited.value = !known;
  return async () => {
    if (!known) return openLink(hash, p, late, stood);
    const now = programs.current.value;
    if (now?.id !== known.id || stepper.value?.program === known.id) return undefined;
    if (now.text === link.p) return openLink(hash, p, late);
    go(shown);
  };
}

/** example opens an example by its name, with or without its ending. */
function example(name: string): void {
  const found = hello.value?.examples.find((e) => e.name === name || e.name === `${name}.il`);
  if (found) wasFollowed(programs.add(found.name, found.text, true));
  else notify("link", "error", `There is no example ${name}. Examples lists them all.`);
}

function regionOf(name: string): Region {
  return regions.find((r) => r === name) ?? "program";
}

function damaged(why: string): void {
  const help = "What you had is as it was. Ask for the link again, and copy all of it.";
  notify("link", "error", `This link is damaged: ${why}. ${help}`);
  say(`This link is damaged: ${why}.`);
}

function ready(): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (!hello.value) return;
      queueMicrotask(() => (stop(), resolve()));
    });
  });
}

/** openLink has the engine open what a link leads to, and judge what it claims. The program is the
 * one that the page has read of the link; it may have been edited meanwhile. What is drawn of the
 * link is the engine's from then on, unless the student has gone on from there. */
async function openLink(
  hash: string,
  read: programs.Program | undefined,
  late: Late,
  drawn?: Stepper,
): Promise<void> {
  try {
    const o = await ask("session", "share.open", { hash });
    if (late()) return;
    const link = o.link;
    const p = read ?? programs.add(link.name || link.example || "shared.il", link.program, link.example !== "");
    wasFollowed(p);
    const left = drawn && (stepper.peek() !== drawn || drawn.busy.peek() || drawn.view.peek()?.session !== 0);
    if (o.session && left) await ask("session", "session.close", { session: o.session.session });
    else if (o.session) {
      const s = new Stepper(p.name, link.program, p.id);
      s.touched = true;
      s.show(o.session);
      takeOver(s);
      go(link.region ? regionOf(link.region) : "step");
    }
    if (o.problem)
      notify("link", "warning", `The program of the link is open, but not its state: ${o.problem.message}.`);
    if (o.claim && !o.holds) notify("link", "warning", `The link claims: ${o.claim} Judged again: ${o.judged}`);
    else if (o.claim) say(`The link claims: ${o.claim} ${o.judged}`);
  } catch (error) {
    const p = problemOf(error);
    if (p && !late()) damaged(p.message);
  }
}

const longest = 1900; // characters of a link that has its state with it: some programs cut longer ones

/** share shows a link, with its state if there is room, which is drawn before the engine is there. */
export async function share(lesson = "", task = 0): Promise<void> {
  const made = await linkHere(lesson, task);
  const { view, program } = stateHere();
  const p = programs.current.value; // the link has the text, unless it names an example
  const state = { ...(view && { view }), ...(p?.example && p.text !== burble && program ? { program } : {}) };
  const hash = made && view ? await withState(made.hash, state) : "";
  shared.value = made && { ...made, hash: hash && hash.length <= longest ? hash : made.hash };
}

/** linkHere is a link to what is shown; undefined if there is none, which is said. */
export async function linkHere(lesson = "", task = 0): Promise<SharedView | undefined> {
  const p = programs.current.value;
  const s = stepper.value;
  const session = s?.view.value && s.text === p?.text && region.value === "step" ? await s.number() : undefined;
  try {
    const what = lesson
      ? { lesson, task, region: "lab" }
      : session !== undefined
        ? { session, region: "step" }
        : { name: p?.name ?? "program.il", program: p?.text ?? "", region: region.value };
    return await ask("session", "share.make", what);
  } catch (error) {
    const problem = problemOf(error);
    if (problem) notify("share", "error", `No link: ${problem.message}.`);
    return undefined;
  }
}

/** stateHere is what a frame shows of what is here, before it has an engine. */
function stateHere(): LinkState {
  const g = region.value === "lab" ? game.value : undefined;
  if (g) return { title: `${g.number}. ${g.title}`, idea: g.idea, program: g.task.program };
  const s = region.value === "step" ? stepper.value : undefined;
  const view = s?.view.value;
  return s && view ? { view: { ...view, session: 0, off: [], plain: [] }, program: s.text } : {};
}

/** frameOf is what a course page holds, to show what a link leads to. */
export async function frameOf(link: string): Promise<string> {
  const hash = await withState(link.split("~")[0]!, stateHere());
  const address = addressOf(hash).replace("#", "?embed#");
  const size = 'width="100%" height="640" loading="lazy" allow="clipboard-write"';
  return `<iframe src="${address}" title="wobbly" ${size}></iframe>`;
}

export function addressOf(hash: string): string {
  const here = new URL(window.location.href);
  here.search = "";
  here.hash = "";
  return `${here.href.replace(/#$/, "")}#${hash}`;
}
