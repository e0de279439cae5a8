// A lesson that is played: the engine's game, the record that is kept in the browser, its stepping,
// and an execution that answers a question or shows why a goal is not met.
import { computed, effect, signal } from "@preact/signals";
import { ask, ended } from "../engine/client";
import { Waiting } from "../engine/waiting";
import type { GameDone, GameView, LessonAsk, LessonListDocument, LessonRecordDocument, ShownView } from "../protocol";
import { commandNamed, Stepper } from "../step/stepper";
import * as storage from "../store/storage";
import { pictureTheme, say } from "../ui/state";

/** The lessons, with what is done of each. */
export const lessons = signal<LessonListDocument["lessons"]>([]);
/** How many tasks there are in all lessons, and how many of them are done. */
export const progress = computed(() => ({
  done: lessons.value.reduce((n, l) => n + l.done, 0),
  tasks: lessons.value.reduce((n, l) => n + l.tasks, 0),
}));
/** The lesson that is played; undefined while the list is shown. */
export const game = signal<GameView | undefined>(undefined);
/** Whether one is being opened. */
export const opening = signal(false);
/** What the lesson said to the last thing that was done. */
export const says = signal<readonly string[]>([]);
/** Whether the last thing that was done did the task. */
export const won = signal(false);
/** Grows whenever an attempt was checked. */
export const judged = signal(0);
/** The threads of the present task; undefined where nothing is stepped. */
export const gameStepper = signal<GameStepper | undefined>(undefined);
/** The goals as formulas, once the student has asked for them. */
export const formulas = signal<readonly string[]>([]);
/** An execution that is looked at in the place of the task's stage, and what it shows. */
export const looked = signal<{ stepper: Stepper; what: string } | undefined>(undefined);
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

/** listLessons asks for the lessons, with what the record says of them. */
export async function listLessons(): Promise<void> {
  const list = ask("session", "lesson.list", { record: records() });
  const found = await list
    .catch(() => ask("session", "lesson.list", {})) // the record is damaged
    .catch(() => undefined);
  if (found) lessons.value = found.lessons;
}

/** GameStepper steps by messages to the lesson. */
export class GameStepper extends Stepper {
  protected override async act(what: { name: string; arg: string } | { line: string }): Promise<void> {
    const typed = "line" in what ? what.line : `${commandNamed(what.name)?.words[0] ?? what.name} ${what.arg}`;
    await this.do(async () => {
      const g = game.peek();
      const mine = visit;
      if (!g) return;
      const line = { game: g.game, what: "line", arg: typed.trim(), theme: pictureTheme };
      const done = await ask("session", "lesson.do", line, this.waiting.hear);
      if (mine !== visit) return keep(done.game.record);
      take(done, true);
      if (done.game.view) this.show(done.game.view);
      this.hear(done.answer, done.game.view);
    });
  }

  protected override async reopen(): Promise<void> {
    // The lesson is opened again as a whole.
  }

  override close(): void {
    // The engine keeps the session of a lesson with the lesson.
  }
}

// visit grows when a lesson is opened or left, and when the address leads to another task. An answer
// to something that was asked before that is dropped, except for its record.
let visit = 0;
let turning = 0; // tasks that an address leads to, and that are not there yet

/** openLesson begins a lesson, or goes on with it. */
export async function openLesson(how: LessonAsk): Promise<void> {
  const mine = ++visit;
  opening.value = true;
  says.value = [];
  won.value = false;
  await waiting.for(async () => {
    const what = { record: records(), theme: pictureTheme, ...how };
    const opened = await ask("session", "lesson.open", what, waiting.hear);
    if (mine !== visit) return;
    show(opened);
    const g = game.value!;
    if (g.changed) says.value = [g.changed];
    const title = `Lesson ${g.number}, ${g.title}.`;
    say([title, g.changed, `Task ${g.task.number}: ${g.task.title}.`].filter(Boolean).join(" "));
  });
  if (mine === visit) opening.value = false;
}

/** goToLesson shows a lesson, and a task of it if one is named: "4", "4-2". */
export async function goToLesson(name: string): Promise<void> {
  const [, number, task] = /^(\d+)-(\d+)$/.exec(name) ?? [];
  const g = game.peek();
  if (g && (g.name === name || String(g.number) === (number ?? name))) {
    // While another task is on its way, the one that is shown is not the engine's.
    if (!task || (turning === 0 && g.task.number === Number(task))) return;
    visit++;
    turning++;
    await doLesson("task", task);
    turning--;
  } else await openLesson(number ? { lesson: number, task: Number(task) } : { lesson: name });
}

/** What the lesson is asked, besides the moves of its threads. */
export const waiting = new Waiting("session");

/** Where the worker has ended, the lesson is opened again where it stood. */
let known = ended.peek();
effect(() => {
  if (ended.value === known) return;
  known = ended.value;
  const g = game.peek();
  const schedule = g?.view && !g.task.question ? { schedule: g.view.line } : {};
  if (g) void openLesson({ lesson: g.name, task: g.task.number, ...schedule });
});

/** overtake drops the lesson that is being opened, because the address leads elsewhere. */
export function overtake(): void {
  if (opening.value) visit++;
  opening.value = false;
}

export function leaveLesson(): void {
  visit++;
  opening.value = false;
  leaveRun();
  game.value = undefined;
  gameStepper.value = undefined;
}

/** doLesson answers, chooses, gives, checks, or goes to another task. */
export async function doLesson(what: string, arg = ""): Promise<void> {
  const g = game.value;
  const mine = visit;
  if (!g) return;
  await waiting.for(async () => {
    const asked = { game: g.game, what, theme: pictureTheme, ...(arg ? { arg } : {}) };
    const done = await ask("session", "lesson.do", asked, waiting.hear);
    if (mine !== visit) return keep(done.game.record);
    if (what === "formula") {
      formulas.value = done.answer.lines;
      return say(done.answer.lines.join(" "));
    }
    leaveRun();
    take(done);
    // It stands among the hints, or is gone.
    if (what === "hint" || what === "answer") says.value = [];
    if (what === "check" || what === "give") judged.value++;
    show(done.game);
    const heard = [...done.answer.plain, done.answer.text, ...done.says];
    say(heard.filter((t, i, all) => t && all.indexOf(t) === i).join(" "));
  });
}

/** take keeps what an answer says and has changed. */
function take(done: GameDone, line = false): void {
  says.value = done.says.length > 0 || line || !done.answer.text ? done.says : [done.answer.text];
  won.value = done.won;
  if (done.game.task.number !== game.peek()?.task.number) formulas.value = [];
  game.value = done.game;
  keep(done.game.record);
}

/** show takes a game over, and its threads. */
function show(g: GameView): void {
  if (game.peek()?.name !== g.name) formulas.value = [];
  game.value = g;
  if (!g.view) {
    gameStepper.value = undefined;
    return;
  }
  const old = gameStepper.value;
  const same = old?.text === g.task.program && old.view.value?.session === g.view.session;
  const stepper = same ? old : new GameStepper(g.task.name, g.task.program);
  stepper.show(g.view);
  gameStepper.value = stepper;
}

/** lookAt shows an execution on the stage, at its end. */
export async function lookAt(s: ShownView, what: string): Promise<void> {
  leaveRun();
  const stepper = new Stepper(s.name, s.program);
  looked.value = { stepper, what };
  await stepper.open({ schedule: s.line });
}

/** leaveRun goes back from an execution to the task. */
export function leaveRun(): void {
  looked.value?.stepper.close();
  looked.value = undefined;
}
