// The lesson being played: the engine's game, the record in the browser, its stepping, and
// executions that answer a question or show why a goal fails.
import { computed, effect, signal } from "@preact/signals";
import { ask, ended, Waiting } from "../engine/client";
import type { GameDone, GameView, LessonAsk, LessonListDocument, LessonRecordDocument, ShownView } from "../protocol";
import { Stepper } from "../step/stepper";
import * as storage from "../store/storage";
import { say } from "../ui/state";

export const lessons = signal<LessonListDocument["lessons"]>([]);
export const progress = computed(() => ({
  done: lessons.value.reduce((n, l) => n + l.done, 0),
  tasks: lessons.value.reduce((n, l) => n + l.tasks, 0),
}));
/** The lesson being played; undefined while the list is shown. */
export const game = signal<GameView | undefined>(undefined);
export const opening = signal(false);
export const says = signal<readonly string[]>([]);
/** Whether the last action completed the task. */
export const won = signal(false);
/** Incremented for each checked attempt. */
export const judged = signal(0);
/** The threads of the current task; undefined if nothing is stepped. */
export const gameStepper = signal<GameStepper | undefined>(undefined);
export const formulas = signal<readonly string[]>([]);
/** An execution shown in place of the task's stage, and what it shows. */
export const looked = signal<{ stepper: Stepper; what: string } | undefined>(undefined);
/** Incremented whenever the record changes. */
export const recorded = signal(0);

/** Returns the student's record, in the form in which it is handed in. */
export function records(): LessonRecordDocument {
  const none: LessonRecordDocument = { schema: "wobbly/lesson-record/1", lessons: [] };
  const r = storage.parsed(storage.read("lessons")) as LessonRecordDocument | undefined;
  return r && Array.isArray(r.lessons) ? r : none;
}

function storeRecord(record: LessonRecordDocument): void {
  const names = new Set(record.lessons.map((r) => r.lesson));
  const all = records();
  all.lessons = [...all.lessons.filter((l) => !names.has(l.lesson)), ...record.lessons];
  all.lessons.sort((a, b) => (a.lesson < b.lesson ? -1 : 1));
  storage.write("lessons", JSON.stringify(all));
  recorded.value++;
}

export async function listLessons(): Promise<void> {
  const list = ask("session", "lesson.list", { record: records() });
  const found = await list
    .catch(() => ask("session", "lesson.list", {})) // the record is damaged
    .catch(() => undefined);
  if (found) lessons.value = found.lessons;
}

export class GameStepper extends Stepper {
  protected override async act(what: { name: string; arg: string } | { line: string }): Promise<void> {
    await this.do(async () => {
      const g = game.peek();
      const asked = generation;
      if (!g) return;
      const move = "line" in what ? { arg: what.line } : what;
      const line = { game: g.game, what: "line", ...move };
      const done = await ask("session", "lesson.do", line, this.waiting.hear);
      if (asked !== generation) return storeRecord(done.game.record);
      receive(done, true);
      if (done.game.view) this.show(done.game.view);
      this.hear(done.answer, done.game.view);
    });
  }

  protected override async reopen(): Promise<void> {
    // The whole lesson is reopened instead.
  }

  override close(): void {
    // The session belongs to the lesson, which the engine keeps.
  }
}

// Incremented when a lesson is opened or left, or the address leads to another task. Answers to
// earlier questions are then dropped, except for their record.
let generation = 0;
let pendingTasks = 0; // requested by an address and not loaded yet

export async function openLesson(how: LessonAsk): Promise<void> {
  const asked = ++generation;
  opening.value = true;
  says.value = [];
  won.value = false;
  await waiting.for(async () => {
    const opened = await ask("session", "lesson.open", { record: records(), ...how }, waiting.hear);
    if (asked !== generation) return;
    show(opened);
    const g = game.value!;
    if (g.changed) says.value = [g.changed];
    const title = `Lesson ${g.number}, ${g.title}.`;
    say([title, g.changed, `Task ${g.task.number}: ${g.task.title}.`].filter(Boolean).join(" "));
  });
  if (asked === generation) opening.value = false;
}

/** Shows a lesson, or one of its tasks: "4", "4-2". */
export async function goToLesson(name: string): Promise<void> {
  const [, number, task] = /^(\d+)-(\d+)$/.exec(name) ?? [];
  const g = game.peek();
  if (g && (g.name === name || String(g.number) === (number ?? name))) {
    // While another task is loading, the task shown may no longer be the engine's.
    if (!task || (pendingTasks === 0 && g.task.number === Number(task))) return;
    generation++;
    pendingTasks++;
    await doLesson("task", task);
    pendingTasks--;
  } else await openLesson(number ? { lesson: number, task: Number(task) } : { lesson: name });
}

/** Calls to the lesson, except for moves of its threads. */
export const waiting = new Waiting("session");

/** Reopens the lesson where it stood whenever its worker was lost. */
let known = ended.peek();
effect(() => {
  if (ended.value === known) return;
  known = ended.value;
  const g = game.peek();
  const schedule = g?.view && !g.task.question ? { schedule: g.view.line } : {};
  if (g) void openLesson({ lesson: g.name, task: g.task.number, ...schedule });
});

/** Drops the lesson being opened, because the address leads elsewhere. */
export function overtake(): void {
  if (opening.value) generation++;
  opening.value = false;
}

export function leaveLesson(): void {
  generation++;
  opening.value = false;
  leaveRun();
  game.value = undefined;
  gameStepper.value = undefined;
}

/** Answers, chooses, submits, checks, or goes to another task. */
export async function doLesson(what: string, arg = ""): Promise<void> {
  const g = game.value;
  const asked = generation;
  if (!g) return;
  await waiting.for(async () => {
    const done = await ask("session", "lesson.do", { game: g.game, what, arg }, waiting.hear);
    if (asked !== generation) return storeRecord(done.game.record);
    if (what === "formula") {
      formulas.value = done.answer.lines;
      return say(done.answer.lines.join(" "));
    }
    leaveRun();
    receive(done);
    // It is listed among the hints or is the task's title, or is gone.
    if (["hint", "answer", "task"].includes(what)) says.value = [];
    if (what === "check" || what === "give") judged.value++;
    show(done.game);
    const heard = [...done.answer.plain, done.answer.text, ...done.says];
    say(heard.filter((t, i, all) => t && all.indexOf(t) === i).join(" "));
  });
}

function receive(done: GameDone, line = false): void {
  says.value = done.says.length > 0 || line || !done.answer.text ? done.says : [done.answer.text];
  won.value = done.won;
  if (done.game.task.number !== game.peek()?.task.number) formulas.value = [];
  game.value = done.game;
  storeRecord(done.game.record);
}

function show(g: GameView): void {
  if (game.peek()?.name !== g.name) formulas.value = [];
  game.value = g;
  if (!g.view) return void (gameStepper.value = undefined);
  const old = gameStepper.value;
  const same = old?.text === g.task.program && old.view.value?.session === g.view.session;
  const stepper = same ? old : new GameStepper(g.task.name, g.task.program);
  stepper.show(g.view);
  gameStepper.value = stepper;
}

export async function lookAt(s: ShownView, what: string): Promise<void> {
  leaveRun();
  const asked = generation;
  const stepper = new Stepper(s.name, s.program);
  await stepper.open({ schedule: s.line });
  if (asked === generation) looked.value = { stepper, what };
}

export function leaveRun(): void {
  looked.value?.stepper.close();
  looked.value = undefined;
}
