// Made of page/engine by go test ./page/engine -run TestTypes -update.

export const PROTOCOL = "wobbly/page/1";

/** A document of docs/schema. */
export type Document = Record<string, unknown>;

/** LessonsAsk is the message of lesson.list. */
export interface LessonsAsk {
  /** docs/schema/lesson-record.json: then the list has what is done */
  record?: Document;
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
  record?: Document;
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
  /** What is line (a line as in session.do), answer (the number of a choice), heap (an initial state), give (a program, or the table of an analysis), hint, check, next, task (its number). */
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
  finished: boolean;
  /** once it is finished: what was learnt, what can be done next */
  closing: string[];
  /** of the session; null where nothing is stepped now */
  view: View | null;
  /** what there is to keep and to hand in, of this lesson */
  record: Document;
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
  /** from 1 */
  right: number;
  because: string;
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

/** Request is the head of a message. What else stands beside is the matter of the verb. */
export interface Request {
  /** chosen by the page; the replies have it */
  id: number;
  /** the verb */
  do: string;
}

/** Reply is a message of the engine. Exactly one of OK, Error and progress is there; the first two end the request. */
export interface Reply {
  id: number;
  ok?: Document;
  /** beside a document: the exit of the command */
  exit?: number;
  error?: Problem;
  progress?: Progress;
}

/** Problem is why there is no answer. */
export interface Problem {
  /** Code is the code of the first error of an illegal program (E0011), or "message", "name", "limit", "link", "session", "interrupted", "internal". */
  code: string;
  /** a sentence without a full stop */
  message: string;
  /** what helps */
  fix?: string;
  /** line:column */
  at?: string;
  /** that the command would have: 2, 3, 5, 70 */
  exit: number;
  /** as the terminal shows it, with carets */
  text?: string;
  /** docs/schema/errors.json, of an illegal program */
  document?: Document;
}

/** Progress is how far something has come. What does not apply is left out. */
export interface Progress {
  /** "search", "fix", "compare", "fuzz", "break", "check", "session", "open" */
  what: string;
  /** "meps || reps", a switch */
  about?: string;
  /** states, cases, races */
  done: number;
  /** how many there will be, where that is known */
  of?: number;
  /** done in a second */
  rate: number;
  /** of a search: states to look at */
  frontier?: number;
  depth?: number;
  races?: number;
  /** bytes */
  memory?: number;
  coverage?: ShareCount[];
  /** the same in a line, as the terminal says it */
  text: string;
}

/** ShareCount is how often something was met. */
export interface ShareCount {
  name: string;
  count: number;
}

/** Span is a place of a text. Line and Col count from 1, columns in characters as in the terminal shows them; From and To are offsets in UTF-16 units, as a browser's strings have them. */
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
  /** of a session, in the order of the help */
  commands: CommandRow[];
  examples: Example[];
  /** that check and analyze take */
  analyses: AnalysisRow[];
  limits: LimitsView;
}

/** CommandRow is a row of the table of session commands. */
export interface CommandRow {
  name: string;
  /** as terminals name them: "a", "ctrl+r", "left" */
  keys: string[];
  /** that begin a line */
  words: string[];
  /** the name of what stands behind the word; empty: nothing */
  arg: string;
  prompt: string;
  hint: string;
  help: string;
  /** the help where lines are typed */
  lines: string;
}

/** Example is a program that comes with wobbly. */
export interface Example {
  name: string;
  title: string;
  topic: string;
  text: string;
}

/** AnalysisRow is an analyzer, or a mode of RacerDX. */
export interface AnalysisRow {
  name: string;
  about: string;
  /** analyze takes it too */
  mode: boolean;
  /** explain and hover take it too */
  explains: boolean;
}

/** LimitsView bound what is asked. */
export interface LimitsView {
  /** bytes of a message */
  message: number;
  /** bytes of a program */
  program: number;
  /** of a search, where the message does not say */
  states: number;
}

/** Program is what most verbs ask about. */
export interface Program {
  /** of the file; program.il */
  name?: string;
  /** its text */
  program: string;
}

/** AnalysisOptions are the flags of check, analyze and explain. */
export interface AnalysisOptions {
  analysis?: string;
  /** "m,n" */
  pair?: string;
  /** or, sum */
  condition?: string;
  /** 10000 */
  limit?: number;
  strict?: boolean;
}

/** CheckAsk is the message of check, analyze. */
export interface CheckAsk extends Program, AnalysisOptions {
  /** of wobbly check --format; json. Others give {text} */
  format?: string;
}

/** ExplainAsk is the message of explain. */
export interface ExplainAsk extends Program, AnalysisOptions {
  /** ["R1"], ["4:3"], ["4:3","10:3"], ["unit","b.f"], ["E0030"] */
  what: string[];
}

/** TextAnswer is an answer in the words of the terminal. */
export interface TextAnswer {
  text: string;
}

/** PointAsk asks about a place of a program: hover, complete, define. */
export interface PointAsk extends Program {
  /** offset in UTF-16 units */
  at: number;
  /** Against is the access against which hover explains the one at At. An offset too. */
  against?: number;
  /** Analysis is who says it of an access to hover: an analysis that explains. racerdx. */
  analysis?: string;
}

/** AccessList is the answer to accesses: the first ones of the text, and how many there are. */
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
}

/** Diagnosis is something to be marked in the text. */
export interface Diagnosis extends Span {
  /** error, warning, information */
  severity: string;
  code: string;
  message: string;
  label: string;
  fix: string;
  /** as the terminal shows it, with carets */
  text: string;
  notes: DiagnosisNote[];
  /** what Fix says, where a machine can do it */
  edits: Edit[];
}

/** DiagnosisNote is another place that matters. */
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

/** HoverView is the answer to hover; From = To where there is nothing to say. */
export interface HoverView extends Span {
  text: string;
  markdown: string;
}

/** CompletionList is the answer to complete. */
export interface CompletionList {
  /** what is replaced, up to the place asked about */
  from: number;
  items: CompletionItem[];
}

/** CompletionItem is a word that fits. */
export interface CompletionItem {
  label: string;
  /** method, variable, field, object, keyword, snippet */
  kind: string;
  detail: string;
  /** of a snippet with places to fill in: ${1:x}, $0 */
  insert: string;
}

/** FmtAsk is the message of fmt. */
export interface FmtAsk extends Program {
  core?: boolean;
}

/** ExploreAsk is the message of explore: the flags of wobbly explore. */
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

/** GraphAsk is the message of graph: the states of one pair from one initial state. */
export interface GraphAsk extends Program {
  /** the first one with a reported race, or else the first one */
  pair?: string;
  /** as in session.open */
  heap?: string;
  limit?: number;
}

/** GraphView is the answer to graph. */
export interface GraphView {
  title: string;
  /** the first is the initial state */
  nodes: GraphNode[];
  edges: GraphEdge[];
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
  /** the fewest steps that lead there: its row */
  depth: number;
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

/** FixAsk is the message of fix. */
export interface FixAsk extends Program {
  /** ["R1"], ["4:3","10:3"] */
  which?: string[];
  pair?: string;
  shrink?: boolean;
  maxStates?: number;
  strict?: boolean;
}

/** FuzzAsk is the message of theorem.fuzz. */
export interface FuzzAsk {
  /** all statements */
  names?: string[];
  without?: string[];
  /** 10000 */
  cases?: number;
  /** 1 */
  seed?: number;
  first?: number;
}

/** BreakAsk is the message of theorem.break. */
export interface BreakAsk {
  /** switches */
  names: string[];
  /** 50000 */
  cases?: number;
  /** 2 */
  size?: number;
  /** 1 */
  seed?: number;
}

/** SwitchList is the answer to theorem.switches. */
export interface SwitchList {
  list: SwitchRow[];
}

/** SwitchRow is something that theorem.break can switch off. */
export interface SwitchRow {
  name: string;
  kind: string;
  text: string;
  statement: string;
  needed: boolean;
  /** of the proof, that fails without it */
  step: string;
}

/** OpenAsk is the message of session.open. Race and Link say all there is to say: nothing stands beside them but the program. */
export interface OpenAsk extends Program {
  /** the first one with a reported race, or else the first one */
  pair?: string;
  /** file, one, different, or a list; file if there is an init block, else one */
  heap?: string;
  /** "A2 B", or a line that begins with wobbly: */
  schedule?: string;
  /** "R1": at the racing state of its witness */
  race?: string;
  /** whose report that is; racerdx */
  analysis?: string;
  /** "4:3 10:3": at a race of these accesses that the exact search finds */
  sites?: string;
  /** then go to this state of the trace */
  at?: number;
  /** Claim is a claim that was refuted: at a state in which its accesses are next. Nothing but a Schedule stands beside it, that leads elsewhere. */
  claim?: ClaimAsk;
  strict?: boolean;
  /** auto, light, dark, print: then the view has svg */
  theme?: string;
  /** Schedules, Watches, Until and Seed are those of a view, to go on behind its line where its worker has ended. */
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

/** DoAsk is the message of session.do: a line as it is typed, or a command by name. */
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

/** TraceAsk is the message of session.trace: the moves From to To of the recorded trace. */
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

/** Drawing is the answer: a document of its own, as text. */
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

/** AnswerView is what a command did. */
export interface AnswerView {
  ok: boolean;
  /** of the command */
  name: string;
  /** a sentence: what was done, or why nothing was */
  text: string;
  /** sentences before it */
  lead: string[];
  title: string;
  /** something to read */
  lines: string[];
  /** the same in two columns */
  rows: [string, string][];
  /** a thread has to choose first: Options */
  asks: boolean;
  options: Option[];
  /** what is to be answered by one of its lines; null for nothing */
  question: Asked | null;
  moves: number;
  /** the line that leads here, where it was asked for */
  link: string;
  /** a file to be offered */
  saved: SavedFile | null;
  /** changed programs, of fix and shrink */
  programs: Proposed[];
  /** all of it in the lines of step --plain: for the live region */
  plain: string[];
}

/** Asked is a question, of predict: each answer is a line for session.do. */
export interface Asked {
  text: string;
  answers: AskedAnswer[];
  /** an answer is a prediction, which counts */
  counts: boolean;
}

/** AskedAnswer is an answer to a question. */
export interface AskedAnswer {
  text: string;
  /** that gives it */
  line: string;
}

/** Option is a way to resolve a choice. */
export interface Option {
  thread: string;
  /** then, else, loop, exit */
  take: string;
  key: string;
  /** takes the then-branch */
  text: string;
  /** that does it */
  line: string;
}

/** SavedFile is a file that the student may keep. */
export interface SavedFile {
  name: string;
  text: string;
}

/** Proposed is a changed program. */
export interface Proposed {
  title: string;
  diff: string[];
  table: string[];
  notes: string[];
  program: string;
}

/** View is a state of a session, complete in itself. */
export interface View {
  session: number;
  file: string;
  /** "meps,reps" */
  pair: string;
  /** the initial state */
  heap: string;
  /** of Length moves of the recorded trace */
  at: number;
  length: number;
  /** "2.14": branch and state */
  place: string;
  steps: number;
  switches: number;
  /** the way here */
  schedule: string;
  /** that leads here: wobbly:1:... */
  line: string;
  /** about how it was opened; mostly empty */
  note: string;
  /** State 3 of 7, ... */
  headline: string;
  /** what the last move did, a sentence */
  say: string;
  /** the state in the lines of step --plain */
  plain: string[];
  threads: [ThreadView, ThreadView];
  lock: LockView;
  objects: ObjectView[];
  race: RaceView | null;
  /** the move that led here */
  last: MoveView | null;
  branches: BranchView[];
  /** the schedules of all branches to their ends, that of the trace last; empty where line has it all */
  schedules: string[];
  trace: TraceView;
  watches: WatchView[];
  /** the condition of continue and back */
  until: string;
  /** how predictions went: 3 of 4 right; empty where there are none */
  predicted: string;
  seed: number;
  /** the commands that cannot be done now, and why */
  off: OffView[];
  ended: boolean;
  /** that the session was opened for; null for none */
  claim: ClaimView | null;
  /** the memory, drawn, where a theme was given */
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
  /** of the next statement */
  at: Span;
  /** in core form; empty at the end */
  do: string;
  /** what it does next, or why it cannot: a sentence */
  text: string;
  /** steps, choice, waits, faulty, ended */
  stop: string;
  /** it waits, and the lock never comes back */
  forever: boolean;
  /** its access races now */
  races: boolean;
  /** R, W or empty */
  access: string;
  /** of that access: o1.f */
  cell: string;
  options: Option[];
  /** how often it holds the lock */
  depth: number;
  steps: number;
  /** the innermost first */
  frames: FrameView[];
}

/** FrameView is a call. */
export interface FrameView {
  unit: string;
  /** that entered it; null for the thread's own unit */
  call: Span | null;
  vars: VarView[];
}

/** VarView is a variable. */
export interface VarView {
  name: string;
  /** o1, nil */
  value: string;
  changed: boolean;
  /** of a changed one; empty where it had no value */
  before: string;
  /** a temporary of lowering */
  hidden: boolean;
}

/** LockView is the lock. */
export interface LockView {
  /** A, B or empty */
  owner: string;
  depth: number;
  /** free, A x1 */
  text: string;
  changed: boolean;
}

/** ObjectView is an object. */
export interface ObjectView {
  name: string;
  /** the last move made it */
  new: boolean;
  /** both threads can come to it */
  shared: boolean;
  holders: string[];
  cells: CellView[];
}

/** CellView is a cell of an object. */
export interface CellView {
  field: string;
  value: string;
  /** written by the last move, also with what it held */
  changed: boolean;
  before: string;
  /** who accesses it next: "AR", "BW", "AR BW" */
  next: string;
}

/** RaceView is the race of a state. */
export interface RaceView {
  cell: string;
  text: string;
  /** why the lock does not help */
  why: string;
}

/** MoveView is a move of the trace, as a lane shows it. */
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
  /** the step before was the other thread's */
  switch: boolean;
  /** it concerns its thread alone */
  local: boolean;
  /** how often A and B hold the lock behind it */
  depth: [number, number];
  /** the state that wrote what it read */
  from: number | null;
  /** the state behind it is a racing one */
  races: boolean;
  /** branches that lead on from there, where there are several */
  forks: number[];
}

/** BranchView is a branch. */
export interface BranchView {
  number: number;
  from: string;
  end: string;
  current: boolean;
}

/** TraceView is a stretch of the recorded trace. session.trace gives others. */
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

/** OffView is a command that cannot be done now. */
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

/** AnalysisThread is what the analysis says of a thread's unit, with the row of its next statement. */
export interface AnalysisThread {
  unit: string;
  /** in Rows; their number at the end of the unit */
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
  lock: number;
  /** added to A */
  a: string[];
}

/** AnalysisState is an abstract state. */
export interface AnalysisState {
  w: string[];
  more: number;
  lock: number;
  a: number;
}

/** ShareAsk is the message of share.make: a program, where a session stands, or a lesson. */
export interface ShareAsk {
  name?: string;
  program?: string;
  /** then the program is not needed */
  session?: number;
  lesson?: string;
  /** of the lesson */
  task?: number;
  /** of the page, to be shown first */
  region?: string;
}

/** SharedView is the answer to share.make. */
export interface SharedView {
  /** what stands behind # */
  hash: string;
  /** of it */
  length: number;
  /** more than 2,000 characters: offer a file */
  long: boolean;
  /** the program with its link, for a page or an issue; {ADDRESS} stands for the page */
  markdown: string;
  /** what it claims, in words */
  claim: string;
}

/** OpenShareAsk is the message of share.open. */
export interface OpenShareAsk {
  /** what stands behind #, or a whole address */
  hash: string;
  theme?: string;
}

/** OpenedShare is the answer to share.open. */
export interface OpenedShare {
  link: SharedLink;
  /** opened, where the link has units */
  session: View | null;
  /** what it claimed, in words */
  claim: string;
  /** judged again; true where nothing is claimed */
  holds: boolean;
  /** the judgement, a sentence */
  judged: string;
  /** it was made by another version of wobbly */
  older: boolean;
  /** why there is the program, and not the state */
  problem: Problem | null;
}

/** SharedLink is what a link holds, in words that speak for themselves. What is deflated in it has shorter keys: docs/page.md. */
export interface SharedLink {
  /** the version of wobbly that made it */
  tool: string;
  /** the version of IL */
  language: string;
  /** of the program */
  name: string;
  program: string;
  /** its name, where it is a shipped one */
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
  /** the summaries */
  "analyze": { ask: CheckAsk; ok: Document };
  /** why, in words */
  "explain": { ask: ExplainAsk; ok: TextAnswer };
  /** the exact search */
  "explore": { ask: ExploreAsk; ok: Document };
  /** the graph of states of a small program */
  "graph": { ask: GraphAsk; ok: GraphView };
  /** who reports what, and who is right */
  "compare": { ask: CompareAsk; ok: Document };
  /** changes that remove a race */
  "fix": { ask: FixAsk; ok: Document };
  /** the statements and their hypotheses */
  "theorem.list": { ask: Record<string, never>; ok: Document };
  /** what can be switched off */
  "theorem.switches": { ask: Record<string, never>; ok: SwitchList };
  /** statements on random programs */
  "theorem.fuzz": { ask: FuzzAsk; ok: Document };
  /** the smallest program that breaks without something */
  "theorem.break": { ask: BreakAsk; ok: Document };
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
  "lesson.list": { ask: LessonsAsk; ok: Document };
  /** begin a lesson, or go on */
  "lesson.open": { ask: LessonAsk; ok: GameView };
  /** move, answer, give, check */
  "lesson.do": { ask: GameDo; ok: GameDone };
  /** where the lesson stands */
  "lesson.view": { ask: GameAsk; ok: GameView };
  /** what there is to hand in, of all lessons that were opened */
  "lesson.record": { ask: Record<string, never>; ok: Document };
  /** a link to where one stands */
  "share.make": { ask: ShareAsk; ok: SharedView };
  /** follow a link */
  "share.open": { ask: OpenShareAsk; ok: OpenedShare };
}
