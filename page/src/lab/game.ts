// A lesson that is played: the engine's game, the record that is kept in the
// browser, and its stepping.
import { effect, signal } from "@preact/signals";
import { ask, ended, problemOf } from "../engine/client";
import { Waiting } from "../engine/waiting";
import type { GameDone, GameView, LessonAsk, LessonRecordDocument, Problem } from "../protocol";
import { Stepper, commandNamed } from "../step/stepper";
import * as storage from "../store/storage";
import { pictureTheme, say } from "../ui/state";

/** The lesson that is played; undefined while the list is shown. */
export const game = signal<GameView | undefined>(undefined);
/** Whether one is being opened. */
export const opening = signal(false);
export const problem = signal<Problem | undefined>(undefined);
/** What the lesson said to the last thing that was done. */
export const says = signal<readonly string[]>([]);
export const won = signal(false);
/** Grows whenever an attempt was checked. */
export const judged = signal(0);
/** The threads of the present task; undefined where nothing is stepped. */
export const gameStepper = signal<GameStepper | undefined>(undefined);
/** Grows whenever the record changes. */
export const recorded = signal(0);

/** records is what the student has done, as it is handed in. */
export function records(): LessonRecordDocument {
  const none: LessonRecordDocument = { schema: "wobbly/lesson-record/1", lessons: [] };
  try {
    const r = JSON.parse(storage.read("lessons") ?? "") as LessonRecordDocument;
    return Array.isArray(r.lessons) ? r : none;
  } catch {
    return none;
  }
}

/** keep stores the records of a lesson with those of the others. */
function keep(record: LessonRecordDocument): void {
  const names = new Set(record.lessons.map((r) => r.lesson));
  const all = records();
  all.lessons = [...all.lessons.filter((l) => !names.has(l.lesson)), ...record.lessons];
  all.lessons.sort((a, b) => (a.lesson < b.lesson ? -1 : 1));
  storage.write("lessons", JSON.stringify(all));
  recorded.value++;
}

/** GameStepper steps by messages to the lesson. */
export class GameStepper extends Stepper {
  protected override async act(what: { name: string; arg: string } | { line: string }): Promise<void> {
    const line = "line" in what ? what.line : `${commandNamed(what.name)?.words[0] ?? what.name} ${what.arg}`.trim();
    await this.do(async () => {
      const g = game.peek();
      if (!g) return;
      const done = await ask("session", "lesson.do", { game: g.game, what: "line", arg: line, theme: pictureTheme }, this.waiting.hear);
      take(done, true);
      if (done.game.view) this.adopt(done.game.view);
      this.hear(done.answer, done.game.view);
    });
  }

  protected override async reopen(): Promise<void> {
    // The lesson is opened again as a whole.
  }

  override async refresh(): Promise<void> {
    const g = game.peek();
    if (!g) return;
    await this.do(async () => {
      const next = await ask("session", "lesson.view", { game: g.game, theme: pictureTheme });
      if (next.view) this.adopt(next.view);
    });
  }

  override close(): void {
    // The engine keeps the session of a lesson with the lesson.
  }
}

/** openLesson begins a lesson, or goes on with it. */
export async function openLesson(how: LessonAsk): Promise<void> {
  opening.value = true;
  problem.value = undefined;
  says.value = [];
  won.value = false;
  await told(async () => {
    show(await ask("session", "lesson.open", { record: records(), theme: pictureTheme, ...how }, waiting.hear));
    const g = game.value!;
    if (g.changed) says.value = [g.changed];
    say([`Lesson ${g.number}, ${g.title}.`, g.changed, `Task ${g.task.number}: ${g.task.title}.`].filter(Boolean).join(" "));
  });
  opening.value = false;
}

/** What the lesson is asked, besides the moves of its threads. */
export const waiting = new Waiting("session");

/** told does something, and shows why it failed. */
async function told(what: () => Promise<void>): Promise<void> {
  try {
    await waiting.for(what, say);
  } catch (error) {
    problem.value = problemOf(error);
    if (problem.value) say(problem.value.message);
  }
}

/** Where the worker has ended, the lesson is opened again where it stood. */
let known = ended.peek();
effect(() => {
  if (ended.value === known) return;
  known = ended.value;
  const g = game.peek();
  if (g) void openLesson({ lesson: g.name, task: g.task.number, ...(g.view ? { schedule: g.view.line } : {}) });
});

export function leaveLesson(): void {
  game.value = undefined;
  gameStepper.value = undefined;
}

/** doLesson answers, chooses, gives, checks, or goes to another task. */
export async function doLesson(what: string, arg = ""): Promise<void> {
  const g = game.value;
  if (!g) return;
  await told(async () => {
    const done = await ask("session", "lesson.do", { game: g.game, what, theme: pictureTheme, ...(arg ? { arg } : {}) }, waiting.hear);
    problem.value = undefined;
    take(done);
    if (what === "hint") says.value = []; // it stands among the hints
    if (what === "check" || what === "give") judged.value++;
    show(done.game);
    say([...done.answer.plain, done.answer.text, ...done.says].filter((t, i, all) => t && all.indexOf(t) === i).join(" "));
  });
}

/** take keeps what an answer says and has changed. */
function take(done: GameDone, line = false): void {
  says.value = done.says.length > 0 || line || !done.answer.text ? done.says : [done.answer.text];
  won.value = done.won;
  game.value = done.game;
  keep(done.game.record);
}

/** show takes a game over, and its threads. */
function show(g: GameView): void {
  game.value = g;
  if (!g.view) {
    gameStepper.value = undefined;
    return;
  }
  const old = gameStepper.value;
  const stepper = old && old.text === g.task.program && old.view.value?.session === g.view.session ? old : new GameStepper(g.task.name, g.task.program);
  stepper.adopt(g.view);
  gameStepper.value = stepper;
}
