// A session that is stepped, as the page keeps it: the present view, the last
// answer, and what to do when its worker is lost. A lesson is stepped the same
// way, by other messages.
import { effect, signal } from "@preact/signals";
import { ask, ended, hello } from "../engine/client";
import { Waiting } from "../engine/waiting";
import type { AnalysisView, AnswerView, CommandRow, OpenAsk, TraceView, View } from "../protocol";
import { copy, download } from "../ui/parts";
import { asking, say } from "../ui/state";
import { sentence } from "../ui/words";

/** The number of a session whose state is drawn without the engine. */
const drawn = 0;

/** Stepper is one session on the screen. */
export class Stepper {
  readonly view = signal<View | undefined>(undefined);
  /** What the last command said: shown and read out. */
  readonly said = signal("");
  /** The last answer, where it has more to read than a sentence. */
  readonly answer = signal<AnswerView | undefined>(undefined);
  readonly busy = signal(false);
  readonly waiting = new Waiting("session");
  /** What the analysis knows of a state, and which state that is. */
  readonly analysis = signal<{ place: string; view: AnalysisView } | undefined>(undefined);
  readonly showAnalysis = signal(false);
  /** A stretch of the trace that was asked for; undefined: the view's. */
  readonly stretch = signal<TraceView | undefined>(undefined);
  /** Whether the student has done anything with it. */
  touched = false;
  private readonly stop: () => void;
  private opening: Promise<boolean> | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    readonly name: string,
    readonly text: string,
    /** Of the student's programs, the one that has this text; empty for none of them. */
    readonly program = "",
  ) {
    let known = ended.value;
    this.stop = effect(() => {
      if (ended.value === known) return;
      known = ended.value;
      const v = this.view.peek();
      if (v && v.session !== drawn) void this.reopen(v);
    });
  }

  /** draw shows a state that is known before the engine is there. The session is opened at it when
   * something is asked of it. */
  draw(v: View): void {
    this.view.value = { ...v, session: drawn };
  }

  /** warm opens a session that is only drawn as soon as the engine is there. */
  warm(): void {
    const stop = effect(() => {
      if (!hello.value) return;
      queueMicrotask(() => stop());
      void this.number();
    });
  }

  /** number is that of the session, which is opened if its state is only drawn; undefined for none. */
  async number(): Promise<number | undefined> {
    const v = this.view.peek();
    if (v?.session === drawn) {
      this.opening ??= this.open(wayTo(v)).finally(() => (this.opening = undefined));
      if (!(await this.opening)) return undefined;
    }
    return this.view.peek()?.session;
  }

  async open(how: How): Promise<boolean> {
    return this.do(async () => {
      const what = { name: this.name, program: this.text, ...how };
      const v = await ask("session", "session.open", what, this.waiting.hear);
      this.show(v);
      this.tell([v.note, ...v.plain].filter(Boolean).join(" "), v.note);
    });
  }

  /** reopen goes on where a lost worker stood, with all branches and watches. */
  protected async reopen(v: View): Promise<void> {
    await this.queue; // what was cancelled says so first
    const said = `${this.said.peek()} The session was opened again where it stood.`;
    if (await this.open(wayTo(v))) this.said.value = said;
  }

  async command(name: string, arg = ""): Promise<void> {
    const why = this.off(name);
    if (why) return this.tell(why, why);
    await this.act({ name, arg });
  }

  /** off is why a command cannot be done now; empty where it can, and where one is still being
   * done: then the engine says it of the state that this leads to. */
  private off(name: string): string {
    return this.busy.peek() ? "" : (this.view.peek()?.off.find((o) => o.name === name)?.why ?? "");
  }

  async line(line: string): Promise<void> {
    await this.act({ line });
  }

  /** press does a command, or asks for what stands behind it. */
  press(c: CommandRow): void {
    const why = this.off(c.name);
    const done = (arg = ""): void => void this.command(c.name, arg);
    if (why) this.tell(why, why);
    else if (!c.prompt) done();
    else
      asking.value = {
        name: sentence(c.prompt).slice(0, -1),
        begin: "",
        hint: c.arg.toLowerCase(),
        does: "Do it",
        done,
      };
  }

  protected async act(what: { name: string; arg: string } | { line: string }): Promise<void> {
    this.touched = true;
    await this.within(async (session) => {
      const done = await ask("session", "session.do", { session, ...what }, this.waiting.hear);
      this.show(done.view);
      this.hear(done.answer, done.view);
    });
  }

  /** hear shows and reads out an answer, and the state where it may be another. */
  protected hear(a: AnswerView, v: View | null): void {
    this.answer.value = a.question || a.lines.length + a.rows.length + a.programs.length > 0 ? a : undefined;
    const state = (v?.plain ?? []).filter((l) => !a.plain.includes(l));
    this.tell(
      [...(a.plain.length > 0 ? a.plain : [a.text]), ...state].join(" "),
      [...a.lead, a.text].filter(Boolean).join(" "),
    );
    if (a.saved) download(a.saved.name, a.saved.text);
    if (a.link)
      void copy(a.link).then((ok) =>
        this.tell(ok ? "The line that leads here is on the clipboard." : a.link, `${ok ? "Copied: " : ""}${a.link}`),
      );
  }

  /** save offers a drawing of the session as a file. */
  async save(what: string, ending: string): Promise<void> {
    await this.within(async (session) => {
      const drawing = await ask("session", "session.picture", { session, what });
      const name = `${this.name.replace(/\.il$/, "")}.${ending}`;
      download(name, drawing.text, drawing.type);
      this.tell(`${name} is saved.`, `Saved: ${name}.`);
    });
  }

  async trace(from: number, to: number): Promise<void> {
    await this.within(async (session) => {
      this.stretch.value = await ask("session", "session.trace", { session, from, to });
    });
  }

  /** toggleAnalysis shows what the analysis knows here, or hides it. */
  async toggleAnalysis(): Promise<void> {
    await this.number();
    this.showAnalysis.value = !this.showAnalysis.value;
    if (this.showAnalysis.value) await this.do(() => this.readAnalysis());
  }

  private async readAnalysis(): Promise<void> {
    const v = this.view.peek();
    if (v)
      this.analysis.value = { place: v.place, view: await ask("session", "session.analysis", { session: v.session }) };
  }

  show(v: View): void {
    this.view.value = v;
    this.stretch.value = undefined;
    if (this.showAnalysis.peek() || v.race) void this.readAnalysis().catch(() => undefined);
  }

  /** tell shows a sentence and has all of it read out. */
  tell(aloud: string, shown: string): void {
    this.said.value = shown;
    say(aloud);
  }

  /** within does something with the number of the session, once it is open. */
  private async within(what: (session: number) => Promise<void>): Promise<void> {
    const session = await this.number();
    if (session !== undefined) await this.do(() => what(session));
  }

  /** do does one thing after the other, and reports whether it went well. */
  protected async do(what: () => Promise<void>): Promise<boolean> {
    const before = this.queue;
    const mine = before.then(async () => {
      const { waiting, view } = this;
      this.busy.value = true;
      const well = await waiting.for(what);
      if (waiting.cancelled.peek()) this.said.value = waiting.cancelled.peek();
      if (!well && !view.peek())
        waiting.problem.value ??= { code: "interrupted", message: "Opening was cancelled", exit: 3 };
      this.busy.value = false;
      return well;
    });
    this.queue = mine;
    return mine;
  }

  close(): void {
    this.stop();
    const session = this.view.peek()?.session;
    if (session !== undefined && session !== drawn)
      void ask("session", "session.close", { session }).catch(() => undefined);
  }
}

/** How is how a session is opened: with what, and where it begins. */
export type How = Omit<OpenAsk, "name" | "program">;

/** wayTo opens a session where another one stands, with all its branches and watches. */
export function wayTo(v: View): How {
  return {
    ...(v.claim ? { claim: v.claim.ask } : {}),
    schedule: v.line,
    schedules: v.schedules,
    watches: v.watches.map((w) => w.expression),
    until: v.until,
    seed: v.seed,
  };
}

/** commandNamed is a row of the table of commands. */
export function commandNamed(name: string): CommandRow | undefined {
  return hello.value?.commands.find((c) => c.name === name);
}
