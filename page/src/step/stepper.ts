// A session as the page keeps it: current view, last answer, and recovery from a lost worker.
// Lessons reuse it with other messages.
import { effect, signal } from "@preact/signals";
import { ask, ended, started, Waiting } from "../engine/client";
import type { AnalysisView, AnswerView, CommandRow, OpenAsk, TraceView, View } from "../protocol";
import { copy, download } from "../ui/parts";
import { asking, say } from "../ui/state";
import { sentence } from "../ui/words";

/** The number of a session drawn without the engine. */
const drawn = 0;

export class Stepper {
  readonly view = signal<View | undefined>(undefined);
  /** The response to the last command, shown and read out. */
  readonly said = signal("");
  /** The last answer, if it is longer than a sentence. */
  readonly answer = signal<AnswerView | undefined>(undefined);
  /** Whether an action is running. Not a signal: nothing is drawn for it. */
  busy = false;
  readonly waiting = new Waiting("session");
  /** What the analysis knows of a state, and which state that is. */
  readonly analysis = signal<{ place: string; view: AnalysisView } | undefined>(undefined);
  readonly showAnalysis = signal(false);
  /** A requested stretch of the trace; undefined for the view's own. */
  readonly stretch = signal<TraceView | undefined>(undefined);
  /** Whether the student has done anything with it. */
  touched = false;
  private readonly stop: () => void;
  private opening: Promise<boolean> | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    readonly name: string,
    readonly text: string,
    /** The id of the student's program with this text; empty if there is none. */
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

  /** Shows a state known before the engine starts. The session opens there on first use. */
  draw(v: View): void {
    this.view.value = { ...v, session: drawn };
  }

  /** Opens a drawn session as soon as the engine has started. */
  warm(): void {
    void started.then(() => this.number());
  }

  /** Returns the session's number, opening it if it is only drawn; undefined if there is none. */
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

  /** Resumes after a lost worker, with all branches and watches. */
  protected async reopen(v: View): Promise<void> {
    await this.queue; // cancelled calls report first
    const said = `${this.said.peek()} The session was opened again where it stood.`;
    if (await this.open(wayTo(v))) this.said.value = said;
  }

  async command(name: string, arg = ""): Promise<void> {
    const why = this.off(name);
    if (why) return this.tell(why, why);
    await this.act({ name, arg });
  }

  /** Why a command is disabled. Empty if it is enabled, or while another one runs: the engine then
   * decides in the resulting state. */
  private off(name: string): string {
    return this.busy ? "" : (this.view.peek()?.off.find((o) => o.name === name)?.why ?? "");
  }

  async line(line: string): Promise<void> {
    await this.act({ line });
  }

  press(c: CommandRow): void {
    const why = this.off(c.name);
    const name = sentence(c.prompt).slice(0, -1);
    const done = (arg = ""): void => void this.command(c.name, arg);
    if (why) this.tell(why, why);
    else if (!c.prompt) done();
    else asking.value = { name, begin: "", hint: c.arg.toLowerCase(), does: "Do it", done };
  }

  protected async act(what: { name: string; arg: string } | { line: string }): Promise<void> {
    this.touched = true;
    await this.within(async (session) => {
      const done = await ask("session", "session.do", { session, ...what }, this.waiting.hear);
      this.show(done.view);
      this.hear(done.answer, done.view);
    });
  }

  /** Shows and reads out an answer, and the state if it may have changed. */
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

  tell(aloud: string, shown: string): void {
    this.said.value = shown;
    say(aloud);
  }

  private async within(what: (session: number) => Promise<void>): Promise<void> {
    const session = await this.number();
    if (session !== undefined) await this.do(() => what(session));
  }

  /** Queues an action; reports whether it succeeded. */
  protected async do(what: () => Promise<void>): Promise<boolean> {
    const action = this.queue.then(async () => {
      const { waiting, view } = this;
      this.busy = true;
      const succeeded = await waiting.for(what);
      if (waiting.cancelled.peek()) this.said.value = waiting.cancelled.peek();
      if (!succeeded && !view.peek())
        waiting.problem.value ??= { code: "interrupted", message: "Opening was cancelled", exit: 3 };
      this.busy = false;
      return succeeded;
    });
    this.queue = action;
    return action;
  }

  close(): void {
    this.stop();
    const session = this.view.peek()?.session;
    if (session !== undefined && session !== drawn)
      void ask("session", "session.close", { session }).catch(() => undefined);
  }
}

export type How = Omit<OpenAsk, "name" | "program">;

/** The options that reopen a session where it stands, with its branches and watches. */
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
