// Links: everything stands behind # of the address, and nothing leaves the
// machine. The engine makes and judges them (docs/page.md); what the page reads
// by itself is the program, so that it shows before the engine is there.
import { effect, signal } from "@preact/signals";
import { ask, hello, problemOf } from "./engine/client";
import { known, stale } from "./races/analysis";
import type { SharedView } from "./protocol";
import { Stepper } from "./step/stepper";
import { origin, stepper } from "./step/open";
import { unpack } from "./links";
import * as programs from "./store/programs";
import { go, labTab, type LabTab, labTabs, notify, region, right, say, type Region, regions } from "./ui/state";

/** A lesson that a link asks for. */
export const wantedLesson = signal("");
/** The link that was made last; shown in the dialog. */
export const shared = signal<SharedView | undefined>(undefined);

/** follow opens the link of the address, if there is one. */
export async function follow(): Promise<void> {
  const hash = window.location.hash.slice(1);
  if (hash === "") return;
  try {
    if (plain(decodeURIComponent(hash))) return;
    const link = await unpack(hash);
    if (link.p !== undefined) programs.add(link.n ?? "shared.il", link.p);
    if (link.lesson) go("lab");
    else if (link.g) go(regionOf(link.g));
    else go("step");
    whenReady(() => void openLink(hash));
  } catch (error) {
    damaged(error instanceof Error ? error.message : "it cannot be read");
  }
}

/** plain follows an address that is written by hand: a region, a tab of the lab, a
 * lesson by its number, an example by its name. It tells whether it was one. */
function plain(hash: string): boolean {
  const [, kind, name] = /^(lesson|example)-(.+)$/.exec(hash) ?? [];
  if ((regions as readonly string[]).includes(hash)) go(hash as Region);
  else if ((labTabs as readonly string[]).includes(hash)) {
    labTab.value = hash as LabTab;
    go("lab");
  } else if (kind === "lesson") {
    wantedLesson.value = name!;
    labTab.value = "lessons";
    go("lab");
  } else if (kind === "example") whenReady(() => example(name!));
  else return false;
  return true;
}

/** example opens an example by its name, with or without its ending. */
function example(name: string): void {
  const found = hello.value?.examples.find((e) => e.name === name || e.name === `${name}.il`);
  if (found) programs.add(found.name, found.text, true);
  else notify({ id: "link", kind: "error", text: `There is no example ${name}. “Examples” lists them all.`, actions: [] });
}

function regionOf(name: string): Region {
  return regions.find((r) => r === name) ?? "program";
}

function damaged(why: string): void {
  notify({ id: "link", kind: "error", text: `This link is damaged: ${why}. What you had is as it was. Ask for the link again, and copy all of it.`, actions: [] });
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

/** openLink has the engine open what a link leads to, and judge what it claims. */
async function openLink(hash: string): Promise<void> {
  try {
    const o = await ask("session", "share.open", { hash });
    const link = o.link;
    if (link.lesson) {
      wantedLesson.value = link.lesson;
      labTab.value = "lessons";
      go("lab");
      return;
    }
    const name = link.name || link.example || "shared.il";
    if (link.program) programs.add(name, link.program, link.example !== "");
    if (o.session) {
      const p = programs.current.value;
      const s = new Stepper(p?.name ?? name, p?.text ?? "", p?.id);
      s.adopt(o.session);
      stepper.value?.close();
      stepper.value = s;
      origin.value = undefined;
      go(link.region ? regionOf(link.region) : "step");
      void s.refresh();
    }
    if (o.problem) notify({ id: "link", kind: "warning", text: `The program of the link is open, but not its state: ${o.problem.message}.`, actions: [] });
    if (o.claim && !o.holds) notify({ id: "link", kind: "warning", text: `The link claims: ${o.claim} Judged again: ${o.judged}`, actions: [] });
    else if (o.claim) say(`The link claims: ${o.claim} ${o.judged}`);
  } catch (error) {
    const p = problemOf(error);
    if (p) damaged(p.message);
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
  const session = s?.view.value && s.text === p?.text && right.value === "step" && region.value !== "lab" ? s.view.value.session : undefined;
  try {
    const what = lesson
      ? { lesson, region: "lab" }
      : session !== undefined
        ? { session, region: "step" }
        : { name: p?.name ?? "program.il", program: p?.text ?? "", region: region.value };
    return await ask("session", "share.make", what);
  } catch (error) {
    const problem = problemOf(error);
    if (problem) notify({ id: "share", kind: "error", text: `No link: ${problem.message}.`, actions: [] });
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

/** reports tells whether what is known is of the text that is shown. */
export const fresh = (): boolean => known.value !== undefined && !stale();
