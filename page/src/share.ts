// Links: everything stands behind # of the address, and nothing leaves the
// machine. The engine makes and judges them (docs/page.md); what the page reads
// by itself is the program, so that it shows before the engine is there.
import { effect, signal } from "@preact/signals";
import { ask, hello, problemOf } from "./engine/client";
import type { SharedView } from "./protocol";
import { Stepper } from "./step/stepper";
import { awaited, stepper, takeOver } from "./step/open";
import { followed, wasFollowed } from "./followed";
import { unpack } from "./links";
import * as programs from "./store/programs";
import {
  go,
  labTab,
  type LabTab,
  labTabs,
  notify,
  region,
  say,
  type Region,
  regions,
} from "./ui/state";

/** A lesson that a link asks for. */
export const wantedLesson = signal("");
/** The link that was made last; shown in the dialog. */
export const shared = signal<SharedView | undefined>(undefined);

let turn = 0; // grows with each address; an answer to an older one comes too late

/** follow opens what the address leads to. A link to a program is followed once: loaded is whether
 * the page has just been loaded, and then a followed link leaves what is shown; otherwise one has
 * gone back to it, and its program is shown. */
export async function follow(loaded: boolean): Promise<void> {
  const mine = ++turn;
  const late = (): boolean => mine !== turn;
  const hash = window.location.hash.slice(1);
  if (hash === "") return;
  const known = followed();
  if (known && !loaded) programs.show(known.id);
  try {
    if (plain(decodeURIComponent(hash), known, late)) return;
    const link = await unpack(hash);
    if (late()) return;
    const p =
      known ?? (link.p === undefined ? undefined : programs.add(link.n ?? "shared.il", link.p));
    if (p) wasFollowed(p);
    const shown = link.lesson ? "lab" : link.g ? regionOf(link.g) : "step";
    go(shown);
    awaited.value = !link.lesson && !known;
    whenReady(() => {
      const now = programs.current.value;
      if (late()) return;
      if (!known) return void openLink(hash, p, late);
      if (now?.id !== known.id || stepper.value?.program === known.id) return;
      if (now.text === link.p) void openLink(hash, p, late);
      else go(shown);
    });
  } catch (error) {
    if (!late()) damaged(error instanceof Error ? error.message : "it cannot be read");
  }
}

/** plain follows an address that is written by hand: a region, a tab of the lab, a lesson by its
 * number, an example by its name. It reports whether the address was one. */
function plain(hash: string, known: programs.Program | undefined, late: () => boolean): boolean {
  const [, kind, name] = /^(lesson|example)-(.+)$/.exec(hash) ?? [];
  if ((regions as readonly string[]).includes(hash)) go(hash as Region);
  else if ((labTabs as readonly string[]).includes(hash)) {
    labTab.value = hash as LabTab;
    go("lab");
  } else if (kind === "lesson") {
    wantedLesson.value = name!;
    labTab.value = "lessons";
    go("lab");
  } else if (kind === "example") {
    if (!known) whenReady(() => late() || example(name!));
  } else return false;
  return true;
}

/** example opens an example by its name, with or without its ending. */
function example(name: string): void {
  const found = hello.value?.examples.find((e) => e.name === name || e.name === `${name}.il`);
  if (found) wasFollowed(programs.add(found.name, found.text, true));
  else
    notify({
      id: "link",
      kind: "error",
      text: `There is no example ${name}. “Examples” lists them all.`,
      actions: [],
    });
}

function regionOf(name: string): Region {
  return regions.find((r) => r === name) ?? "program";
}

function damaged(why: string): void {
  notify({
    id: "link",
    kind: "error",
    text: `This link is damaged: ${why}. What you had is as it was. Ask for the link again, and copy all of it.`,
    actions: [],
  });
  say(`This link is damaged: ${why}.`);
}

function whenReady(then: () => void): void {
  const stop = effect(() => {
    if (!hello.value) return;
    queueMicrotask(() => {
      stop();
      then();
    });
  });
}

/** openLink has the engine open what a link leads to, and judge what it claims. The program is the
 * one that the page has read of the link; it may have been edited meanwhile. */
async function openLink(
  hash: string,
  read: programs.Program | undefined,
  late: () => boolean,
): Promise<void> {
  try {
    awaited.value = true;
    const o = await ask("session", "share.open", { hash });
    if (late()) return;
    const link = o.link;
    if (link.lesson) {
      wantedLesson.value = link.lesson;
      labTab.value = "lessons";
      go("lab");
      return;
    }
    const p =
      read ??
      programs.add(link.name || link.example || "shared.il", link.program, link.example !== "");
    wasFollowed(p);
    if (o.session) {
      const s = new Stepper(p.name, link.program, p.id);
      s.touched = true;
      s.adopt(o.session);
      takeOver(s);
      go(link.region ? regionOf(link.region) : "step");
      void s.refresh();
    }
    if (o.problem)
      notify({
        id: "link",
        kind: "warning",
        text: `The program of the link is open, but not its state: ${o.problem.message}.`,
        actions: [],
      });
    if (o.claim && !o.holds)
      notify({
        id: "link",
        kind: "warning",
        text: `The link claims: ${o.claim} Judged again: ${o.judged}`,
        actions: [],
      });
    else if (o.claim) say(`The link claims: ${o.claim} ${o.judged}`);
  } catch (error) {
    const p = problemOf(error);
    if (p && !late()) damaged(p.message);
  } finally {
    if (!late()) awaited.value = false;
  }
}

/** share makes a link to what is shown. */
export async function share(lesson = ""): Promise<void> {
  shared.value = await linkHere(lesson);
}

/** linkHere is a link to what is shown; undefined if there is none, which is said. */
export async function linkHere(lesson = ""): Promise<SharedView | undefined> {
  const p = programs.current.value;
  const s = stepper.value;
  const session =
    s?.view.value && s.text === p?.text && region.value === "step" ? await s.number() : undefined;
  try {
    const what = lesson
      ? { lesson, region: "lab" }
      : session !== undefined
        ? { session, region: "step" }
        : { name: p?.name ?? "program.il", program: p?.text ?? "", region: region.value };
    return await ask("session", "share.make", what);
  } catch (error) {
    const problem = problemOf(error);
    if (problem)
      notify({ id: "share", kind: "error", text: `No link: ${problem.message}.`, actions: [] });
    return undefined;
  }
}

/** frameOf is what a course page holds, to show what a link leads to. */
export function frameOf(hash: string): string {
  return `<iframe src="${addressOf(hash).replace("#", "?embed#")}" title="wobbly" width="100%" height="640" loading="lazy" allow="clipboard-write"></iframe>`;
}

/** addressOf is a link as it is pasted. */
export function addressOf(hash: string): string {
  const here = new URL(window.location.href);
  here.search = "";
  here.hash = "";
  return `${here.href.replace(/#$/, "")}#${hash}`;
}
