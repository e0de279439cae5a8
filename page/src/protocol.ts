// Made of page/engine by go test ./page/engine -run TestTypes -update.

export const PROTOCOL = "wobbly/page/1";

/** A document that is passed on unread. */
export type Document = Record<string, unknown>;

/** LessonsAsk is the message of lesson.list. */
export interface LessonsAsk {
  /** docs/schema/lesson-record.json: then the list has what is done */
  record?: LessonRecordDocument;
}

/** LessonAsk is the message of lesson.open. */
export interface LessonAsk {
  /** its number, or its name */
  lesson: string;
  /** to begin with; the first that is not done */
  task?: number;
  /** go on from its end; or a line that begins with wobbly: */
  schedule?: string;
  /** of all lessons, to go on with */
  record?: LessonRecordDocument;
  theme?: string;
}

/** GameAsk is the message of lesson.view and lesson.record. */
export interface GameAsk {
  game: number;
  theme?: string;
}

/** GameDo is the message of lesson.do. */
export interface GameDo {
  game: number;
  /**
   * What is line (a line as in session.do), answer (the number of a choice), heap (an initial
   * state), give (a program, or the sheet of an analysis), hint, check, next, task (its number),
   * goal, or sheet.
   */
  what: string;
  arg?: string;
  /** Theme as in session.do. */
  theme?: string;
}

/** GameDone is the answer to lesson.do. */
export interface GameDone {
  /** of a line; else OK and Text */
  answer: AnswerView;
  /** what the lesson says to it, in paragraphs, beside the verdict of the task */
  says: string[];
  /** this made the task done */
  won: boolean;
  game: GameView;
}

/** GameView is a lesson that is played, complete in itself. */
export interface GameView {
  game: number;
  number: number;
  name: string;
  title: string;
  idea: string;
  text: string;
  minutes: number;
  tasks: TaskRow[];
  task: TaskView;
  /** what of an earlier record does not apply any more, and what follows; may be empty */
  changed: string;
  finished: boolean;
  /** once it is finished: what was learnt, what can be done next */
  closing: string[];
  /** of the session, also while a question is open; null where the task moves no threads */
  view: View | null;
  /**
   * what there is to keep and to hand in, of this lesson: the present record, and others that it
   * does not replace
   */
  record: LessonRecordDocument;
}

/** TaskRow is a task in the list. */
export interface TaskRow {
  number: number;
  title: string;
  done: boolean;
}

/** TaskView is the present task. */
export interface TaskView {
  number: number;
  /** play, heap, program, analysis, witness */
  kind: string;
  title: string;
  text: string;
  /** with how far they are reached, of what is to be visited */
  goals: string[];
  /** of the program */
  name: string;
  program: string;
  units: [string, string];
  /** that is chosen at present */
  heap: string;
  /** the same in words */
  start: string;
  /** to be filled in, of analysis */
  sheet: string;
  /** how that is written */
  such: string;
  question: QuestionView | null;
  /** revealed, once the task is done */
  answers: Revealed[];
  /** those that were given */
  hints: string[];
  maxHints: number;
  done: boolean;
  /** of the last attempt */
  verdict: VerdictView | null;
  /** the goal cannot be reached from here, and that is certain */
  lost: boolean;
  /** commands that a lesson does not give */
  closed: OffView[];
}

/** QuestionView is a question that has to be answered first. */
export interface QuestionView {
  number: number;
  text: string;
  choices: string[];
}

/** Revealed is a question with its answer. */
export interface Revealed {
  text: string;
  choices: string[];
  /** from 1 */
  choice: number;
  /** from 1; 0 if the lesson does not say */
  right: number;
  because: string;
  /**
   * Said compares the answer with the right one; Voted has the votes of a class; Found says what
   * the machine has computed. Each may be empty.
   */
  said: string;
  voted: string;
  found: string;
  /** Shown is an execution that shows the answer; null if there is none. */
  shown: ShownView | null;
}

/** VerdictView is what an attempt comes to. */
export interface VerdictView {
  /** met, not met, undecided */
  verdict: string;
  says: string;
  goals: GoalView[];
  /** what the task ends with */
  done: string;
}

/** GoalView is what became of a goal. */
export interface GoalView {
  goal: string;
  verdict: string;
  why: string;
  /** Shown is an execution that shows why it is not met; null where there is none. */
  shown: ShownView | null;
}

/** ShownView is an execution of the program that was checked. */
export interface ShownView {
  /** of the program */
  name: string;
  program: string;
  /** that A and B run, with their formals */
  units: [string, string];
  /** where it begins */
  heap: string;
  schedule: string;
  /** leads session.open to its end */
  line: string;
  steps: ShownStep[];
  /** at the end, those that hold another object than their own */
  cells: string[];
  /** at the end, a sentence; empty where there is none */
  race: string;
}

/** ShownStep is a step or choice of an execution. */
export interface ShownStep {
  thread: string;
  at: string;
  /** a sentence */
  does: string;
}

/** Request is what every message has. The other fields depend on the verb. */
export interface Request {
  /** chosen by the page, repeated in each reply */
  id: number;
  /** the verb */
  do: string;
}

/**
 * Reply is a message of the engine. It has exactly one of ok, error and progress; ok and error end
 * the request.
 */
export interface Reply {
  id: number;
  ok?: Document;
  /** with a document: the exit code of the command */
  exit?: number;
  error?: Problem;
  progress?: Progress;
}

/** Problem says why there is no answer. */
export interface Problem {
  /**
   * Code is the code of the first error of an illegal program (E0011), or "message", "name",
   * "limit", "link", "session", "interrupted", "internal".
   */
  code: string;
  /** a sentence without a full stop */
  message: string;
  /** what helps */
  fix?: string;
  /** line:column */
  at?: string;
  /** the exit code of the command: 2, 3, 5, 70 */
  exit: number;
  /** the stack of an internal problem */
  text?: string;
}

/** Progress is how far a long piece of work has come. Fields that do not apply are left out. */
export interface Progress {
  /** "search", "fix", "compare", "fuzz", "break", "check", "session", "open" */
  what: string;
  /** "meps || reps", a switch */
  about?: string;
  /** states, cases, races */
  done: number;
  /** the total, if it is known */
  of?: number;
  /** done per second */
  rate: number;
  /** of a search: states not yet visited */
  frontier?: number;
  depth?: number;
  races?: number;
  /** bytes */
  memory?: number;
  coverage?: ShareCount[];
  /** all of it in one line, as the terminal prints it */
  text: string;
}

/** ShareCount is how often a rule was used. */
export interface ShareCount {
  name: string;
  count: number;
}

/**
 * Span is a stretch of a text. Line and Col count from 1, columns in characters; From and To are
 * offsets in UTF-16 units, as in JavaScript strings.
 */
export interface Span {
  line: number;
  col: number;
  from: number;
  to: number;
}

/** HelloView is the answer to hello. */
export interface HelloView {
  protocol: string;
  /** of wobbly */
  version: string;
  /** of IL, as links carry it */
  language: string;
  schemas: string[];
  /** of sessions, in the order of the help */
  commands: CommandRow[];
  examples: Example[];
  /** Groups are the analyses that Races offers. The comparison has all others, too. */
  groups: AnalysisGroup[];
  limits: LimitsView;
}

/** CommandRow is a command of a session. */
export interface CommandRow {
  name: string;
  /** as terminals name them: "a", "ctrl+r", "left" */
  keys: string[];
  /** that begin a line */
  words: string[];
  /** the name of its argument; empty for none */
  arg: string;
  prompt: string;
  hint: string;
  help: string;
  /** the help for those who type lines */
  lines: string;
}

/** Example is a program that comes with wobbly. */
export interface Example {
  name: string;
  title: string;
  topic: string;
  text: string;
}

/** AnalysisGroup is a group of analyses, with a sentence on all of them. */
export interface AnalysisGroup {
  title: string;
  about: string;
  list: AnalysisRow[];
}

/** AnalysisRow is an analyzer, or a mode of RacerDX. */
export interface AnalysisRow {
  name: string;
  title: string;
  about: string;
  /** why and hover take it too */
  explains: boolean;
}

/** LimitsView lists the limits of messages. */
export interface LimitsView {
  /** bytes of a message */
  message: number;
  /** bytes of a program */
  program: number;
  /** that a search visits, unless the message says otherwise */
  states: number;
}

/** Program is the program that a message is about. */
export interface Program {
  /** of the file; the default is program.il */
  name?: string;
  /** its text */
  program: string;
}

/** AnalysisOptions are the flags of check. */
export interface AnalysisOptions {
  analysis?: string;
  /** "m,n" */
  pair?: string;
  /** or (the default), sum */
  condition?: string;
  /** of the reports that are listed; the default is 10000 */
  limit?: number;
  strict?: boolean;
}

/** CheckAsk is the message of check. */
export interface CheckAsk extends Program, AnalysisOptions {
}

/** PointAsk is the message of hover, complete and define: it asks about a place in a program. */
export interface PointAsk extends Program {
  /** offset in UTF-16 units */
  at: number;
  /** Against is the offset of another access: hover explains the one at At together with it. */
  against?: number;
  /** Analysis is the analysis that explains an access to hover. The default is racerdx. */
  analysis?: string;
}

/** AccessList is the answer to accesses: the first accesses of the text, and how many it has. */
export interface AccessList {
  list: AccessRow[];
  all: number;
}

/** AccessRow is a statement with an access. */
export interface AccessRow extends Span {
  /** line:column, as explain takes it */
  at: string;
  unit: string;
  /** "x := b.f" */
  text: string;
}

/** Diagnoses is the answer to diagnose. */
export interface Diagnoses {
  list: Diagnosis[];
  units: UnitRow[];
}

/** UnitRow is a method or a thread block: the stretch from its head to its closing brace. */
export interface UnitRow extends Span {
  name: string;
  /** pairs are made of it; a private method is only called */
  paired: boolean;
}

/** Diagnosis is an error or a remark on a stretch of the text. */
export interface Diagnosis extends Span {
  /** error, warning, information */
  severity: string;
  code: string;
  message: string;
  label: string;
  fix: string;
  notes: DiagnosisNote[];
  /** that do what Fix says; empty if a machine cannot */
  edits: Edit[];
}

/** DiagnosisNote is a related place. */
export interface DiagnosisNote extends Span {
  message: string;
}

/** Edit is a change of the text. */
export interface Edit {
  /** in UTF-16 units */
  from: number;
  to: number;
  text: string;
}

/** Definitions is the answer to define. */
export interface Definitions {
  list: Span[];
}

/** HoverView is the answer to hover; From equals To if there is nothing to say. */
export interface HoverView extends Span {
  text: string;
  markdown: string;
}

/** CompletionList is the answer to complete. */
export interface CompletionList {
  /** the stretch from here to the place that was asked about is replaced */
  from: number;
  items: CompletionItem[];
}

/** CompletionItem is a possible completion. */
export interface CompletionItem {
  label: string;
  /** method, variable, field, object, keyword, snippet */
  kind: string;
  detail: string;
  /** the text to insert; in a snippet ${1:x} and $0 are places to fill in */
  insert: string;
}

/** FmtAsk is the message of fmt. */
export interface FmtAsk extends Program {
  core?: boolean;
}

/** ExploreAsk is the message of explore. The fields are the flags of wobbly explore. */
export interface ExploreAsk extends Program {
  pair?: string;
  /** all, given */
  init?: string;
  strategy?: string;
  unroll?: number;
  switches?: number;
  maxStates?: number;
  maxObjects?: number;
  runs?: number;
  seed?: number;
  full?: boolean;
  fingerprint?: boolean;
  stateless?: boolean;
  strict?: boolean;
}

/** GraphAsk is the message of graph, which draws the states of one pair from one initial state. */
export interface GraphAsk extends Program {
  /** the default is the first one with a reported race, or else the first one */
  pair?: string;
  /** as in session.open */
  heap?: string;
  limit?: number;
}

/** GraphView is the answer to graph. */
export interface GraphView {
  title: string;
  /** "m,n" */
  pair: string;
  /** the initial state */
  heap: string;
  /** the first is the initial state */
  nodes: GraphNode[];
  edges: GraphEdge[];
  /**
   * Width and Height are the size of the drawing, in pixels, and Drawn is how many nodes it has.
   */
  width: number;
  height: number;
  drawn: number;
}

/** GraphNode is a state. */
export interface GraphNode {
  initial: boolean;
  /** what each thread does next */
  at: [string, string];
  lock: string;
  /** the cell; empty for none */
  race: string;
  end: boolean;
  /** the fewest steps that lead to it */
  depth: number;
  /**
   * The next fields are set for the nodes that are drawn: a schedule that leads to it, the middle
   * of its box, and At cut to fit into the box.
   */
  schedule: string;
  x: number;
  y: number;
  labels: [string, string];
}

/** GraphEdge is a step. */
export interface GraphEdge {
  from: number;
  to: number;
  thread: string;
  text: string;
}

/** CompareAsk is the message of compare. */
export interface CompareAsk extends Program {
  pair?: string;
  analyzers?: string[];
  maxStates?: number;
  seed?: number;
  strict?: boolean;
}

/** FuzzAsk is the message of theorem.fuzz. */
export interface FuzzAsk {
  /** the default is all statements */
  names?: string[];
  without?: string[];
  /** the default is 10000 */
  cases?: number;
  /** the default is 1 */
  seed?: number;
  first?: number;
}

/** BreakAsk is the message of theorem.break. */
export interface BreakAsk {
  /** switches */
  names: string[];
  /** the default is 50000 */
  cases?: number;
  /** the default is 2 */
  size?: number;
  /** the default is 1 */
  seed?: number;
}

/** SwitchList is the answer to theorem.switches. */
export interface SwitchList {
  list: SwitchRow[];
}

/** SwitchRow is an assumption or clause that theorem.break can switch off. */
export interface SwitchRow {
  name: string;
  kind: string;
  text: string;
  statement: string;
  needed: boolean;
  /** the step of the proof that fails without it */
  step: string;
}

/** RacesAsk is the message of races. */
export interface RacesAsk extends Program {
  /** the default is racerdx */
  analysis?: string;
  /**
   * States bounds the exact search of all interleavings that judges the reports. Without it nothing
   * is searched, and the answer comes at once.
   */
  states?: number;
}

/**
 * RacesView is the answer to races: what an analysis reports and leaves out, and what the exact
 * search confirms of that.
 */
export interface RacesView {
  analysis: string;
  /** of the analysis */
  title: string;
  /** Number and Text count the real races, or else the reports: "2", "2 races". */
  number: string;
  text: string;
  /** some race is known to be real */
  real: boolean;
  /** a complete search found no race */
  proved: boolean;
  /** what is not complete, and defects: sentences */
  limits: string[];
  /** why nothing is reported, if nothing is: sentences */
  nothing: string[];
  /** races that the search found and the analysis does not report */
  missed: MissedRow[];
  /** those that are races first */
  reports: ReportRow[];
  leftOut: LeftOutRow[];
  /** Deadlocks are those of a program that names locks. */
  deadlocks: DeadlockRow[];
  /** MoreReports and MoreLeftOut are how many there are besides the listed ones, in decimal. */
  moreReports: string;
  moreLeftOut: string;
  /** Search is the search that judged; null if none was asked for. */
  search: SearchView | null;
}

/** SiteView is an access as an analysis has it. */
export interface SiteView extends Span {
  /** line:column, as explain takes it */
  at: string;
  unit: string;
  /** read, write */
  kind: string;
  /** b.f; empty if only the search knows it */
  path: string;
  /** "meps reads b.f under the lock" */
  text: string;
}

/** MissedRow is a race that is not reported. */
export interface MissedRow {
  left: SiteView;
  right: SiteView;
}

/** ReportRow is a report. */
export interface ReportRow {
  /** R1 */
  id: string;
  left: SiteView;
  right: SiteView;
  /** a checked witness or the search shows the race */
  real: boolean;
  /** the verdict: race, false alarm, undecided, ... */
  word: string;
  notes: string[];
}

/** DeadlockRow is a deadlock. Its sides are the lock() statements at which the threads wait. */
export interface DeadlockRow {
  /** D1 */
  id: string;
  left: SiteView;
  right: SiteView;
  /**
   * Line leads to the deadlock: a schedule as open takes it, replayed by the checker. It is empty
   * if the checker refused it, and then Reason says why.
   */
  line: string;
  reason: string;
}

/** LeftOutRow is a candidate pair that the analysis looked at and does not report. */
export interface LeftOutRow {
  /** F1 */
  id: string;
  left: SiteView;
  right: SiteView;
  reason: string;
  /** races, never, unknown: by the search */
  truth: string;
  /** the same as a sentence; empty for unknown */
  says: string;
}

/** SearchView is the answer to search. */
export interface SearchView {
  complete: boolean;
  states: number;
  text: string;
  pairs: SearchPairRow[];
}

/** SearchPairRow is the search of one pair of units. */
export interface SearchPairRow {
  left: string;
  right: string;
  complete: boolean;
  states: number;
  /** what it came to */
  text: string;
  races: MissedRow[];
  /** empty if not counted */
  interleavings: string;
}

/** WhyAsk is the message of why. */
export interface WhyAsk extends Program {
  /** the default is racerdx */
  analysis?: string;
  /** ["R1"], ["F1"], or the places of two accesses: ["4:3","10:3"] */
  what: string[];
}

/** WhyView is the answer to why. */
export interface WhyView {
  /** the reported first, then those that fail the fewest conditions */
  pairs: Checklist[];
  /** there are more pairs */
  more: boolean;
  /** Remarks are sentences on what is at the places, if no pair of accesses is. */
  remarks: string[];
}

/** Checklist has the conditions of a report, applied to two accesses. */
export interface Checklist {
  /** empty if the pair is in no list */
  id: string;
  left: SiteView;
  right: SiteView;
  reported: boolean;
  /** a sentence */
  verdict: string;
  rows: CheckRow[];
  /** sentences */
  notes: string[];
}

/** CheckRow is a condition of a report. */
export interface CheckRow {
  /** fields, write, lock, stable, ... */
  name: string;
  /** Same field */
  title: string;
  holds: boolean;
  /** what was found */
  text: string;
  /**
   * Places are the stretches of the text that it speaks of: one or both accesses, or the statement
   * that makes a path wobbly.
   */
  places: Span[];
}

/** CodeAsk is the message of code. */
export interface CodeAsk {
  /** E0011 */
  code: string;
}

/** CodeView is the page of an error code. */
export interface CodeView {
  code: string;
  title: string;
  text: string;
  /** a program with the error; empty if it would be too large */
  wrong: string;
  right: string;
}

/**
 * OpenAsk is the message of session.open. Race, Sites and a link as Schedule say where to begin, so
 * they exclude Heap, and a link excludes Pair too.
 */
export interface OpenAsk extends Program {
  /** the default is the first one with a reported race, or else the first one */
  pair?: string;
  /**
   * file, one, different, or a list; the default is file if there is an init block, otherwise one
   */
  heap?: string;
  /** "A2 B", or a line that begins with wobbly: */
  schedule?: string;
  /** "R1": begin at the racing state of its witness */
  race?: string;
  /** the analysis that reports Race; the default is racerdx */
  analysis?: string;
  /** "4:3 10:3": begin at a race of these accesses that the exact search finds */
  sites?: string;
  /** then go to this state of the trace */
  at?: number;
  /**
   * Claim is a claim that was refuted: begin where its accesses are next, or at the end of
   * Schedule. It excludes the other places to begin.
   */
  claim?: ClaimAsk;
  strict?: boolean;
  /** auto, light, dark, print; with a theme the view has svg */
  theme?: string;
  /**
   * Schedules, Watches, Until and Seed are those of a view. They open its session again when its
   * worker has ended.
   */
  schedules?: string[];
  watches?: string[];
  until?: string;
  seed?: number;
}

/** ClaimAsk names a refuted claim as the documents of theorem.fuzz and theorem.break have it. */
export interface ClaimAsk {
  /** of theorem.fuzz */
  statement?: string;
  /** its hypotheses that were switched off */
  without?: string[];
  /** of theorem.break, instead of a statement */
  switch?: string;
  /** case_seed */
  seed: string;
}

/** DoAsk is the message of session.do: a line as one types it, or a command by name. */
export interface DoAsk {
  session: number;
  line?: string;
  name?: string;
  arg?: string;
  theme?: string;
}

/** SessionAsk is the message of session.view, session.analysis and session.close. */
export interface SessionAsk {
  session: number;
  theme?: string;
}

/** TraceAsk is the message of session.trace, which shows the moves from state From to state To. */
export interface TraceAsk {
  session: number;
  from: number;
  to: number;
}

/** PictureAsk is the message of session.picture. */
export interface PictureAsk {
  session: number;
  /** memory, state, trace, html */
  what: string;
  /** auto, light, dark, print */
  theme?: string;
}

/** Drawing is the answer to session.picture: the text of a file. */
export interface Drawing {
  /** image/svg+xml, text/html */
  type: string;
  text: string;
}

/** DoneView is the answer to session.do. */
export interface DoneView {
  answer: AnswerView;
  view: View;
}

/** AnswerView says what a command did. */
export interface AnswerView {
  ok: boolean;
  /** of the command */
  name: string;
  /** a sentence: what it did, or why it did nothing */
  text: string;
  /** sentences before it */
  lead: string[];
  title: string;
  /** to be read, such as an explanation */
  lines: string[];
  /** more to be read, in two columns */
  rows: [string, string][];
  /** a thread has to choose first, one of Options */
  asks: boolean;
  options: Option[];
  /** to be answered by one of its lines; null for none */
  question: Asked | null;
  moves: number;
  /** the line that leads here, if the command asked for it */
  link: string;
  /** a file to offer as a download */
  saved: SavedFile | null;
  /** the changed programs of fix and shrink */
  programs: Proposed[];
  /** all of it as step --plain prints it, for screen readers */
  plain: string[];
}

/** Asked is a question of predict. Each answer is a line for session.do. */
export interface Asked {
  text: string;
  answers: AskedAnswer[];
  /** the answer is a prediction, which is scored */
  counts: boolean;
}

/** AskedAnswer is an answer to a question. */
export interface AskedAnswer {
  text: string;
  /** for session.do */
  line: string;
}

/** Option is a way to resolve a choice. */
export interface Option {
  thread: string;
  /** then, else, loop, exit */
  take: string;
  key: string;
  /** "takes the then-branch" */
  text: string;
  /** for session.do */
  line: string;
}

/** SavedFile is a file to download. */
export interface SavedFile {
  name: string;
  text: string;
}

/** Proposed is a changed program that fix or shrink proposes. */
export interface Proposed {
  title: string;
  diff: string[];
  table: string[];
  notes: string[];
  program: string;
}

/**
 * View is the present state of a session. It is complete: a view does not depend on earlier ones.
 */
export interface View {
  session: number;
  file: string;
  /** "meps,reps" */
  pair: string;
  /** the initial state */
  heap: string;
  /** how many of the Length moves of the recorded trace lead to the state */
  at: number;
  length: number;
  /** "2.14": branch and state */
  place: string;
  steps: number;
  switches: number;
  /** that leads to the state */
  schedule: string;
  /** that leads to the state: wobbly:1:... */
  line: string;
  /** about how the session was opened; mostly empty */
  note: string;
  /** the methods or blocks that pairs are made of */
  units: string[];
  /** State 3 of 7, ... */
  headline: string;
  /** what the last move did: a sentence */
  say: string;
  /** the state as step --plain prints it */
  plain: string[];
  threads: [ThreadView, ThreadView];
  lock: LockView;
  objects: ObjectView[];
  race: RaceView | null;
  /** the move that led to the state; null at the start */
  last: MoveView | null;
  branches: BranchView[];
  /** of all branches to their ends, the one of the trace last; empty if Line says it all */
  schedules: string[];
  trace: TraceView;
  watches: WatchView[];
  /** the condition of the commands continue and back */
  until: string;
  /** the score of the predictions: "3 of 4 right"; empty for none */
  predicted: string;
  seed: number;
  /** the commands that cannot be used now, and why */
  off: OffView[];
  ended: boolean;
  /** the claim that the session was opened for; null for none */
  claim: ClaimView | null;
  /** a picture of the memory, if the message had a theme */
  svg?: string;
}

/** ClaimView is a claim that is false of the program. */
export interface ClaimView {
  /** opens it again */
  ask: ClaimAsk;
  /** its name */
  statement: string;
  /** of the statement */
  title: string;
  /** what was switched off: hypotheses, or a switch */
  without: string[];
  /** what is the case with the switch off; empty for hypotheses */
  off: string;
  /** what it is claimed of */
  instance: string;
  /** what is false */
  why: string;
  /** A's and B's; empty if it is about something else */
  accesses: ClaimAccess[];
}

/** ClaimAccess is an access that a claim is about. */
export interface ClaimAccess extends AccessRow {
  thread: string;
  /** read, write */
  kind: string;
}

/** ThreadView is a thread in a state. */
export interface ThreadView {
  /** A, B */
  name: string;
  /** of the pair */
  unit: string;
  /** the innermost unit */
  inside: string;
  /** from the name of that unit to its closing brace */
  body: Span;
  /** of the next statement */
  at: Span;
  /** in core form; empty at the end */
  do: string;
  /** what it does next, or why it cannot: a sentence */
  text: string;
  /** steps, choice, waits, faulty, ended */
  stop: string;
  /** it waits, and the lock will never be free */
  forever: boolean;
  /** the lock for which it waits: the lock, lock m; else empty */
  wants: string;
  /** its next access races in this state */
  races: boolean;
  /** R, W or empty */
  access: string;
  /** of that access: o1.f */
  cell: string;
  /** of that access, as it is written: b.f */
  path: string;
  options: Option[];
  /** how often it holds the lock */
  depth: number;
  steps: number;
  /** the innermost first */
  frames: FrameView[];
}

/** FrameView is a stack frame. */
export interface FrameView {
  unit: string;
  /** the call that entered it; null for the thread's own unit */
  call: Span | null;
  vars: VarView[];
}

/** VarView is a variable. */
export interface VarView {
  name: string;
  /** o1, nil */
  value: string;
  changed: boolean;
  /** the value before, of a changed variable; empty if it had none */
  before: string;
  /** it is a temporary of lowering */
  hidden: boolean;
}

/** LockView is the locks. */
export interface LockView {
  /** A, B or empty */
  owner: string;
  /** of the unnamed lock */
  depth: number;
  /** free, A x1; of a program with named locks: A m, l; B gate */
  text: string;
  /** the program names locks */
  named: boolean;
  /** Deadlock says who waits for whom if each thread waits for a lock of the other one. */
  deadlock: string;
  changed: boolean;
}

/** ObjectView is an object. */
export interface ObjectView {
  name: string;
  /** the last move created it */
  new: boolean;
  /** both threads can reach it */
  shared: boolean;
  holders: string[];
  /** from variables to it, the shortest first, at most 8 */
  paths: string[];
  cells: CellView[];
}

/** CellView is a cell of an object. */
export interface CellView {
  field: string;
  value: string;
  /** the last move wrote it, perhaps with the same value */
  changed: boolean;
  before: string;
  /** the threads that access it next, A before B */
  next: CellAccess[];
  /** the move that wrote it last; null if none has since the start */
  written: CellWrite | null;
}

/** CellAccess is an access that a thread is about to make. */
export interface CellAccess {
  thread: string;
  /** read, write */
  kind: string;
}

/** CellWrite is the move that wrote a cell last. */
export interface CellWrite {
  /** the state that it leads to */
  n: number;
  thread: string;
  /** b.f := x */
  text: string;
}

/** RaceView is the race in a state. */
export interface RaceView {
  cell: string;
  text: string;
  /** why the lock does not prevent it */
  why: string;
}

/** MoveView is a move of the trace: a step, or a choice of a thread at an if or while. */
export interface MoveView {
  /** the state that it leads to */
  n: number;
  /** its number among the steps */
  step: number;
  choice: boolean;
  thread: string;
  at: Span;
  /** x := b.f */
  text: string;
  /** reads o1.f, x=o2 */
  effect: string;
  /** the cell that it wrote: o1.f; empty for none */
  writes: string;
  /** the cell of its load; empty for none */
  reads: string;
  /** the object that it created; empty for none */
  new: string;
  /** acquire, release, or empty */
  lock: string;
  /** the step before it was made by the other thread */
  switch: boolean;
  /** it touches neither a shared cell nor the lock */
  local: boolean;
  /** the locks that A and B hold after it; the unnamed one is empty */
  held: [string[], string[]];
  /** the state after the write of what it read; null if nothing was written or read */
  from: number | null;
  /** the state after it is a racing one */
  races: boolean;
  /** the branches that go on from the state after it, if there are several */
  forks: number[];
}

/** BranchView is a branch. */
export interface BranchView {
  number: number;
  from: string;
  end: string;
  current: boolean;
}

/** TraceView is a part of the recorded trace. */
export interface TraceView {
  from: number;
  to: number;
  length: number;
  /** state 0 is a racing one */
  races: boolean;
  moves: MoveView[];
}

/** WatchView is a watched expression. */
export interface WatchView {
  expression: string;
  text: string;
}

/** OffView is a command that cannot be used now. */
export interface OffView {
  name: string;
  why: string;
}

/** AnalysisView is the answer to session.analysis. */
export interface AnalysisView {
  threads: [AnalysisThread, AnalysisThread];
  /** what the analysis says of the two accesses that come; null if one of them is none */
  pair: AnalysisPair | null;
}

/** AnalysisPair is what the analysis says of two accesses. */
export interface AnalysisPair {
  /** reported as the race R1 */
  verdict: string;
  /** that decide it */
  tests: AnalysisTest[];
}

/** AnalysisTest is a condition of a report. */
export interface AnalysisTest {
  name: string;
  holds: boolean;
  /** what was found */
  finding: string;
}

/** AnalysisThread is the analysis of the unit that a thread is in. */
export interface AnalysisThread {
  unit: string;
  /** the row of its next statement; len(Rows) at the end of the unit */
  row: number;
  rows: AnalysisLine[];
  end: AnalysisState;
}

/** AnalysisLine is what the analysis does at a statement. */
export interface AnalysisLine {
  line: number;
  col: number;
  text: string;
  rule: string;
  before: AnalysisState;
  /** added to W */
  w: string[];
  lock: string;
  /** added to A */
  a: string[];
}

/** AnalysisState is an abstract state. */
export interface AnalysisState {
  w: string[];
  more: number;
  lock: string;
  a: number;
}

/**
 * ShareAsk is the message of share.make, which makes a link to a program, to the state of a
 * session, or to a lesson.
 */
export interface ShareAsk {
  name?: string;
  program?: string;
  /** instead of a program */
  session?: number;
  lesson?: string;
  /** of the lesson */
  task?: number;
  /** the part of the page to show first */
  region?: string;
}

/** SharedView is the answer to share.make. */
export interface SharedView {
  /** the part of the address after # */
  hash: string;
  /** of it */
  length: number;
  /** it has more than 2,000 characters, so offer a file */
  long: boolean;
  /** the link and the program; {ADDRESS} stands for the address of the page */
  markdown: string;
  /** what it claims, in words */
  claim: string;
}

/** OpenShareAsk is the message of share.open. */
export interface OpenShareAsk {
  /** the part of the address after #, or the whole address */
  hash: string;
  theme?: string;
}

/** OpenedShare is the answer to share.open. */
export interface OpenedShare {
  link: SharedLink;
  /** open at the state of the link; null if the link has none */
  session: View | null;
  /** what the link claims, in words */
  claim: string;
  /** the claim was judged again and is true, or there is none */
  holds: boolean;
  /** the judgement: a sentence */
  judged: string;
  /** another version of wobbly made the link */
  older: boolean;
  /** why the state could not be opened; null if it could */
  problem: Problem | null;
}

/** SharedLink is the content of a link. The link itself has shorter keys: docs/page.md. */
export interface SharedLink {
  /** the version of wobbly that made it */
  tool: string;
  /** the version of IL */
  language: string;
  /** of the program */
  name: string;
  program: string;
  /** the name of a shipped example, instead of a program of its own */
  example: string;
  units: string[];
  heap: string;
  schedule: string;
  at: number | null;
  lesson: string;
  task: number;
  region: string;
  claim: string;
}

/** docs/schema/compare.json */
export interface CompareDocument {
  drawings?: {
    analyzers: {
      analyzer: string;
      failed: number;
      fn: number;
      fp: number;
      grades?: {
        found: number;
        grade: "receiver" | "same-names" | "names" | "paths" | "aliases";
        plus_minus: number;
        races: number;
        recall: string;
      }[];
      ns?: number;
      own: boolean;
      precision: string;
      recall: string;
      title: string;
      tn: number;
      tp: number;
      truth: "Definition 3.6" | "unordered by happens-before";
      unknown: number;
    }[];
    included: {
      cite: string;
      pairs: number;
      reports: number;
      sub: string;
      super: string;
      violations: number;
    }[];
    interrupted?: true;
    left_out: number;
    pairs: number;
    programs: number;
    random?: {
      about: string;
      drawing: string;
      failures: { program: string; repeat: string; seed: number; what: string[] }[];
      interrupted?: boolean;
      max_states: number;
      programs: number;
      seed: number;
    };
    real?: number;
    rows: number;
    strange: string[];
    unordered?: number;
  }[];
  files: {
    file: string;
    pairs: {
      candidates: number;
      cut: { analyzer: string; none?: boolean; why: string }[];
      left: string;
      right: string;
      rows: {
        grade?: "receiver" | "same-names" | "names" | "paths" | "aliases";
        kinds: ["read" | "write", "read" | "write"];
        left: string;
        needs?: string[];
        real: "yes" | "no" | "unknown";
        reported: { analyzer: string; note?: string }[];
        right: string;
        unordered: "yes" | "no" | "unknown";
      }[];
      unlisted?: number;
    }[];
  }[];
  schema: "wobbly/compare/1";
  total: {
    analyzers: {
      analyzer: string;
      failed: number;
      fn: number;
      fp: number;
      grades?: {
        found: number;
        grade: "receiver" | "same-names" | "names" | "paths" | "aliases";
        plus_minus: number;
        races: number;
        recall: string;
      }[];
      ns?: number;
      own: boolean;
      precision: string;
      recall: string;
      title: string;
      tn: number;
      tp: number;
      truth: "Definition 3.6" | "unordered by happens-before";
      unknown: number;
    }[];
    included: {
      cite: string;
      pairs: number;
      reports: number;
      sub: string;
      super: string;
      violations: number;
    }[];
    interrupted?: true;
    left_out: number;
    pairs: number;
    programs: number;
    random?: {
      about: string;
      drawing: string;
      failures: { program: string; repeat: string; seed: number; what: string[] }[];
      interrupted?: boolean;
      max_states: number;
      programs: number;
      seed: number;
    };
    real?: number;
    rows: number;
    strange: string[];
    unordered?: number;
  };
}

/** docs/schema/theorem-list.json */
export interface TheoremListDocument {
  schema: "wobbly/theorem-list/1";
  statements: {
    cite: string;
    evidence: {
      known: "proved in Coq" | "proved on paper only" | "tested only";
      lemmas: { file: string; name: string; statement: string }[];
      note?: string;
    };
    floor: number;
    group: string;
    hypotheses: { name: string; text: string }[];
    name: string;
    printed?: string;
    symbols: string;
    title: string;
    words: string;
  }[];
}

/** docs/schema/theorem-fuzz.json */
export interface TheoremFuzzDocument {
  all_rules_required: boolean;
  cases: number;
  drawing?: string;
  drawn: Record<string, number>;
  ended: "cases" | "time" | "refuted" | "interrupted";
  first: number;
  floors_judged: boolean;
  rules: { rule: string; used: number }[];
  schema: "wobbly/theorem-fuzz/1";
  seed: number;
  statements: {
    below_floor: boolean;
    bounded: number;
    floor: number;
    holds: number;
    instances: number;
    not_met: number;
    refutation?: {
      case: number;
      case_seed: string;
      drawn_statements: number;
      instance: string;
      program: string;
      repeat: string;
      replay?: string;
      saved?: string;
      shrunk: boolean;
      statements: number;
      why: string;
      without?: string[];
    };
    refuted: number;
    statement: string;
    undecided?: number;
  }[];
  unused: string[];
  without: string[];
}

/** docs/schema/theorem-break.json */
export interface TheoremBreakDocument {
  cases: number;
  interrupted?: boolean;
  schema: "wobbly/theorem-break/1";
  seed: number;
  size: number;
  switches: {
    complete: number;
    counterexample?: {
      case_seed: string;
      drawn_statements: number;
      program: string;
      repeat: string;
      saved?: string;
      statements: number;
      what: string;
      why: string;
    };
    drawn: number;
    enumerated: number;
    interrupted?: boolean;
    kind: string;
    milliseconds?: number;
    name: string;
    needed: boolean;
    statement: string;
    step: string;
    text: string;
    undecided: number;
  }[];
}

/** docs/schema/lesson-list.json */
export interface LessonListDocument {
  lessons: {
    course?: string;
    done: number;
    idea: string;
    minutes: number;
    name: string;
    number: number;
    tasks: number;
    title: string;
  }[];
  schema: "wobbly/lesson-list/1";
}

/** docs/schema/lesson-record.json */
export interface LessonRecordDocument {
  lessons: {
    digest: string;
    lesson: string;
    tasks: {
      attempts: number;
      digest?: string;
      done: boolean;
      hints: number;
      kind: "play" | "heap" | "program" | "analysis" | "witness";
      predictions: number[];
      questions?: string[];
      solution?: {
        heap?: string;
        program?: string;
        schedules?: string[];
        sheet?: string;
        witness?: Record<string, number>;
      };
      visited?: string[];
      votes?: unknown[];
    }[];
  }[];
  schema: "wobbly/lesson-record/1";
  student?: string;
}

/** What can be asked, and what the answer is. */
export interface Verbs {
  /** versions, commands, examples, lessons */
  "hello": { ask: Record<string, never>; ok: HelloView };
  /** what is wrong in a text, to be marked */
  "diagnose": { ask: Program; ok: Diagnoses };
  /** what is to be said of a position */
  "hover": { ask: PointAsk; ok: HoverView };
  /** what can stand at a position */
  "complete": { ask: PointAsk; ok: CompletionList };
  /** the accesses of a text, to choose from */
  "accesses": { ask: Program; ok: AccessList };
  /** where what stands at a position comes from */
  "define": { ask: PointAsk; ok: Definitions };
  /** the program as wobbly fmt prints it */
  "fmt": { ask: FmtAsk; ok: Program };
  /** reports and filtered pairs */
  "check": { ask: CheckAsk; ok: Document };
  /** what an analysis reports, and which reports are true */
  "races": { ask: RacesAsk; ok: RacesView };
  /** the exact search, without witnesses */
  "search": { ask: ExploreAsk; ok: SearchView };
  /** why two accesses are reported or not */
  "why": { ask: WhyAsk; ok: WhyView };
  /** the page of an error code */
  "code": { ask: CodeAsk; ok: CodeView };
  /** the exact search */
  "explore": { ask: ExploreAsk; ok: Document };
  /** the graph of states of a small program */
  "graph": { ask: GraphAsk; ok: GraphView };
  /** who reports what, and who is right */
  "compare": { ask: CompareAsk; ok: CompareDocument };
  /** the statements and their hypotheses */
  "theorem.list": { ask: Record<string, never>; ok: TheoremListDocument };
  /** what can be switched off */
  "theorem.switches": { ask: Record<string, never>; ok: SwitchList };
  /** statements on random programs */
  "theorem.fuzz": { ask: FuzzAsk; ok: TheoremFuzzDocument };
  /** the smallest program that breaks without something */
  "theorem.break": { ask: BreakAsk; ok: TheoremBreakDocument };
  /** begin to step */
  "session.open": { ask: OpenAsk; ok: View };
  /** a command of the table, or a line */
  "session.do": { ask: DoAsk; ok: DoneView };
  /** the present state */
  "session.view": { ask: SessionAsk; ok: View };
  /** a stretch of the recorded trace */
  "session.trace": { ask: TraceAsk; ok: TraceView };
  /** the present state, or the trace, drawn */
  "session.picture": { ask: PictureAsk; ok: Drawing };
  /** what the analysis knows beside the session */
  "session.analysis": { ask: SessionAsk; ok: AnalysisView };
  /** forget a session */
  "session.close": { ask: SessionAsk; ok: Record<string, never> };
  /** the lessons */
  "lesson.list": { ask: LessonsAsk; ok: LessonListDocument };
  /** begin a lesson, or go on */
  "lesson.open": { ask: LessonAsk; ok: GameView };
  /** move, answer, give, check */
  "lesson.do": { ask: GameDo; ok: GameDone };
  /** where the lesson stands */
  "lesson.view": { ask: GameAsk; ok: GameView };
  /** what there is to hand in, of all lessons that were opened */
  "lesson.record": { ask: Record<string, never>; ok: LessonRecordDocument };
  /** a link to where one stands */
  "share.make": { ask: ShareAsk; ok: SharedView };
  /** follow a link */
  "share.open": { ask: OpenShareAsk; ok: OpenedShare };
}
