// Made of page/engine by go test ./page/engine -run TestTypes -update.

export const PROTOCOL = "wobbly/page/1";

/** A document that is passed on unread. */
export type Document = Record<string, unknown>;
/** LessonsAsk is the message of lesson.list. */
export interface LessonsAsk { record?: LessonRecordDocument }
/** LessonAsk is the message of lesson.open. */
export interface LessonAsk { lesson: string; task?: number; schedule?: string; record?: LessonRecordDocument;
  theme?: string }
/** GameAsk is the message of lesson.view and lesson.record. */
export interface GameAsk { game: number; theme?: string }
/** GameDo is the message of lesson.do. */
export interface GameDo { game: number; what: string; arg?: string; theme?: string }
/** GameDone is the answer to lesson.do. */
export interface GameDone { answer: AnswerView; says: string[]; won: boolean; game: GameView }
/** GameView is a lesson that is played, complete in itself. */
export interface GameView { game: number; number: number; name: string; title: string; idea: string; text: string;
  minutes: number; tasks: TaskRow[]; task: TaskView; changed: string; finished: boolean; closing: string[]; view: View
  | null; record: LessonRecordDocument }
/** TaskRow is a task in the list. */
export interface TaskRow { number: number; title: string; done: boolean }
/** TaskView is the present task. */
export interface TaskView { number: number; kind: string; title: string; text: string; goals: string[]; name: string;
  program: string; units: [string, string]; heap: string; start: string; sheet: string; such: string;
  question: QuestionView | null; answers: Revealed[]; hints: string[]; maxHints: number; done: boolean;
  verdict: VerdictView | null; lost: boolean; closed: OffView[] }
/** QuestionView is a question that has to be answered first. */
export interface QuestionView { number: number; text: string; choices: string[] }
/** Revealed is a question with its answer. */
export interface Revealed { text: string; choices: string[]; choice: number; right: number; because: string;
  said: string; voted: string; found: string; shown: ShownView | null }
/** VerdictView is what an attempt comes to. */
export interface VerdictView { verdict: string; says: string; goals: GoalView[]; done: string }
/** GoalView is what became of a goal. */
export interface GoalView { goal: string; verdict: string; why: string; shown: ShownView | null }
/** ShownView is an execution of the program that was checked. */
export interface ShownView { name: string; program: string; units: [string, string]; heap: string; schedule: string;
  line: string; steps: ShownStep[]; cells: string[]; race: string }
/** ShownStep is a step or choice of an execution. */
export interface ShownStep { thread: string; at: string; does: string }
/** Request is what every message has. The other fields depend on the verb. */
export interface Request { id: number; do: string }
/** Reply is a message of the engine. It has exactly one of ok, error and progress; ok and error end the request. */
export interface Reply { id: number; ok?: Document; exit?: number; error?: Problem; progress?: Progress }
/** Problem says why there is no answer. */
export interface Problem { code: string; message: string; fix?: string; at?: string; exit: number; text?: string }
/** Progress is how far a long piece of work has come. Fields that do not apply are left out. */
export interface Progress { what: string; about?: string; done: number; of?: number; rate: number; frontier?: number;
  depth?: number; races?: number; memory?: number; coverage?: ShareCount[]; text: string }
/** ShareCount is how often a rule was used. */
export interface ShareCount { name: string; count: number }
/** Span is a stretch of a text. Line and Col count from 1, columns in characters; From and To are offsets in UTF-16
  units, as in JavaScript strings. */
export interface Span { line: number; col: number; from: number; to: number }
/** HelloView is the answer to hello. */
export interface HelloView { protocol: string; version: string; language: string; schemas: string[];
  commands: CommandRow[]; examples: Example[]; groups: AnalysisGroup[]; limits: LimitsView }
/** CommandRow is a command of a session. */
export interface CommandRow { name: string; keys: string[]; words: string[]; arg: string; prompt: string;
  hint: string; help: string; lines: string }
/** Example is a program that comes with wobbly. */
export interface Example { name: string; title: string; topic: string; text: string }
/** AnalysisGroup is a group of analyses, with a sentence on all of them. */
export interface AnalysisGroup { title: string; about: string; list: AnalysisRow[] }
/** AnalysisRow is an analyzer, or a mode of RacerDX. */
export interface AnalysisRow { name: string; title: string; about: string; explains: boolean }
/** LimitsView lists the limits of messages. */
export interface LimitsView { message: number; program: number; states: number }
/** Program is the program that a message is about. */
export interface Program { name?: string; program: string }
/** AnalysisOptions are the flags of check. */
export interface AnalysisOptions { analysis?: string; pair?: string; condition?: string; limit?: number;
  strict?: boolean }
/** CheckAsk is the message of check. */
export interface CheckAsk extends Program, AnalysisOptions {  }
/** PointAsk is the message of hover, complete and define: it asks about a place in a program. */
export interface PointAsk extends Program { at: number; against?: number; analysis?: string }
/** AccessList is the answer to accesses: the first accesses of the text, and how many it has. */
export interface AccessList { list: AccessRow[]; all: number }
/** AccessRow is a statement with an access. */
export interface AccessRow extends Span { at: string; unit: string; text: string }
/** Diagnoses is the answer to diagnose. */
export interface Diagnoses { list: Diagnosis[]; units: UnitRow[] }
/** UnitRow is a method or a thread block: the stretch from its head to its closing brace. */
export interface UnitRow extends Span { name: string; paired: boolean }
/** Diagnosis is an error or a remark on a stretch of the text. */
export interface Diagnosis extends Span { severity: string; code: string; message: string; label: string; fix: string;
  notes: DiagnosisNote[]; edits: Edit[] }
/** DiagnosisNote is a related place. */
export interface DiagnosisNote extends Span { message: string }
/** Edit is a change of the text. */
export interface Edit { from: number; to: number; text: string }
/** Definitions is the answer to define. */
export interface Definitions { list: Span[] }
/** HoverView is the answer to hover; From equals To if there is nothing to say. */
export interface HoverView extends Span { text: string; markdown: string }
/** CompletionList is the answer to complete. */
export interface CompletionList { from: number; items: CompletionItem[] }
/** CompletionItem is a possible completion. */
export interface CompletionItem { label: string; kind: string; detail: string; insert: string }
/** FmtAsk is the message of fmt. */
export interface FmtAsk extends Program { core?: boolean }
/** ExploreAsk is the message of explore. The fields are the flags of wobbly explore. */
export interface ExploreAsk extends Program { pair?: string; init?: string; strategy?: string; unroll?: number;
  switches?: number; maxStates?: number; maxObjects?: number; runs?: number; seed?: number; full?: boolean;
  fingerprint?: boolean; stateless?: boolean; strict?: boolean }
/** GraphAsk is the message of graph, which draws the states of one pair from one initial state. */
export interface GraphAsk extends Program { pair?: string; heap?: string; limit?: number }
/** GraphView is the answer to graph. */
export interface GraphView { title: string; pair: string; heap: string; nodes: GraphNode[]; edges: GraphEdge[];
  width: number; height: number; drawn: number }
/** GraphNode is a state. */
export interface GraphNode { initial: boolean; at: [string, string]; lock: string; race: string; end: boolean;
  depth: number; schedule: string; x: number; y: number; labels: [string, string] }
/** GraphEdge is a step. */
export interface GraphEdge { from: number; to: number; thread: string; text: string }
/** CompareAsk is the message of compare. */
export interface CompareAsk extends Program { pair?: string; analyzers?: string[]; maxStates?: number; seed?: number;
  strict?: boolean }
/** FuzzAsk is the message of theorem.fuzz. */
export interface FuzzAsk { names?: string[]; without?: string[]; cases?: number; seed?: number; first?: number }
/** BreakAsk is the message of theorem.break. */
export interface BreakAsk { names: string[]; cases?: number; size?: number; seed?: number }
/** SwitchList is the answer to theorem.switches. */
export interface SwitchList { list: SwitchRow[] }
/** SwitchRow is an assumption or clause that theorem.break can switch off. */
export interface SwitchRow { name: string; kind: string; text: string; statement: string; needed: boolean;
  step: string }
/** RacesAsk is the message of races. */
export interface RacesAsk extends Program { analysis?: string; states?: number }
/** RacesView is the answer to races: what an analysis reports and leaves out, and what the exact search confirms of
  that. */
export interface RacesView { analysis: string; title: string; number: string; text: string; real: boolean;
  proved: boolean; limits: string[]; nothing: string[]; missed: MissedRow[]; reports: ReportRow[];
  leftOut: LeftOutRow[]; deadlocks: DeadlockRow[]; moreReports: string; moreLeftOut: string; search: SearchView | null
  }
/** SiteView is an access as an analysis has it. */
export interface SiteView extends Span { at: string; unit: string; kind: string; path: string; text: string }
/** MissedRow is a race that is not reported. */
export interface MissedRow { left: SiteView; right: SiteView }
/** ReportRow is a report. */
export interface ReportRow { id: string; left: SiteView; right: SiteView; real: boolean; word: string; notes: string[]
  }
/** DeadlockRow is a deadlock. Its sides are the lock() statements at which the threads wait. */
export interface DeadlockRow { id: string; left: SiteView; right: SiteView; line: string; reason: string }
/** LeftOutRow is a candidate pair that the analysis looked at and does not report. */
export interface LeftOutRow { id: string; left: SiteView; right: SiteView; reason: string; truth: string; says: string
  }
/** SearchView is the answer to search. */
export interface SearchView { complete: boolean; states: number; text: string; pairs: SearchPairRow[] }
/** SearchPairRow is the search of one pair of units. */
export interface SearchPairRow { left: string; right: string; complete: boolean; states: number; text: string;
  races: MissedRow[]; interleavings: string }
/** WhyAsk is the message of why. */
export interface WhyAsk extends Program { analysis?: string; what: string[] }
/** WhyView is the answer to why. */
export interface WhyView { pairs: Checklist[]; more: boolean; remarks: string[] }
/** Checklist has the conditions of a report, applied to two accesses. */
export interface Checklist { id: string; left: SiteView; right: SiteView; reported: boolean; verdict: string;
  rows: CheckRow[]; notes: string[] }
/** CheckRow is a condition of a report. */
export interface CheckRow { name: string; title: string; holds: boolean; text: string; places: Span[] }
/** CodeAsk is the message of code. */
export interface CodeAsk { code: string }
/** CodeView is the page of an error code. */
export interface CodeView { code: string; title: string; text: string; wrong: string; right: string }
/** OpenAsk is the message of session.open. Race, Sites and a link as Schedule say where to begin, so they exclude
  Heap, and a link excludes Pair too. */
export interface OpenAsk extends Program { pair?: string; heap?: string; schedule?: string; race?: string;
  analysis?: string; sites?: string; at?: number; claim?: ClaimAsk; strict?: boolean; theme?: string;
  schedules?: string[]; watches?: string[]; until?: string; seed?: number }
/** ClaimAsk names a refuted claim as the documents of theorem.fuzz and theorem.break have it. */
export interface ClaimAsk { statement?: string; without?: string[]; switch?: string; seed: string }
/** DoAsk is the message of session.do: a line as one types it, or a command by name. */
export interface DoAsk { session: number; line?: string; name?: string; arg?: string; theme?: string }
/** SessionAsk is the message of session.view, session.analysis and session.close. */
export interface SessionAsk { session: number; theme?: string }
/** TraceAsk is the message of session.trace, which shows the moves from state From to state To. */
export interface TraceAsk { session: number; from: number; to: number }
/** PictureAsk is the message of session.picture. */
export interface PictureAsk { session: number; what: string; theme?: string }
/** Drawing is the answer to session.picture: the text of a file. */
export interface Drawing { type: string; text: string }
/** DoneView is the answer to session.do. */
export interface DoneView { answer: AnswerView; view: View }
/** AnswerView says what a command did. */
export interface AnswerView { ok: boolean; name: string; text: string; lead: string[]; title: string; lines: string[];
  rows: [string, string][]; asks: boolean; options: Option[]; question: Asked | null; moves: number; link: string;
  saved: SavedFile | null; programs: Proposed[]; plain: string[] }
/** Asked is a question of predict. Each answer is a line for session.do. */
export interface Asked { text: string; answers: AskedAnswer[]; counts: boolean }
/** AskedAnswer is an answer to a question. */
export interface AskedAnswer { text: string; line: string }
/** Option is a way to resolve a choice. */
export interface Option { thread: string; take: string; key: string; text: string; line: string }
/** SavedFile is a file to download. */
export interface SavedFile { name: string; text: string }
/** Proposed is a changed program that fix or shrink proposes. */
export interface Proposed { title: string; diff: string[]; table: string[]; notes: string[]; program: string }
/** View is the present state of a session. It is complete: a view does not depend on earlier ones. */
export interface View { session: number; file: string; pair: string; heap: string; at: number; length: number;
  place: string; steps: number; switches: number; schedule: string; line: string; note: string; units: string[];
  headline: string; say: string; plain: string[]; threads: [ThreadView, ThreadView]; lock: LockView;
  objects: ObjectView[]; race: RaceView | null; last: MoveView | null; branches: BranchView[]; schedules: string[];
  trace: TraceView; watches: WatchView[]; until: string; predicted: string; seed: number; off: OffView[];
  ended: boolean; claim: ClaimView | null; svg?: string }
/** ClaimView is a claim that is false of the program. */
export interface ClaimView { ask: ClaimAsk; statement: string; title: string; without: string[]; off: string;
  instance: string; why: string; accesses: ClaimAccess[] }
/** ClaimAccess is an access that a claim is about. */
export interface ClaimAccess extends AccessRow { thread: string; kind: string }
/** ThreadView is a thread in a state. */
export interface ThreadView { name: string; unit: string; inside: string; body: Span; at: Span; do: string;
  text: string; stop: string; forever: boolean; wants: string; races: boolean; access: string; cell: string;
  path: string; options: Option[]; depth: number; steps: number; frames: FrameView[] }
/** FrameView is a stack frame. */
export interface FrameView { unit: string; call: Span | null; vars: VarView[] }
/** VarView is a variable. */
export interface VarView { name: string; value: string; changed: boolean; before: string; hidden: boolean }
/** LockView is the locks. */
export interface LockView { owner: string; depth: number; text: string; named: boolean; deadlock: string;
  changed: boolean }
/** ObjectView is an object. */
export interface ObjectView { name: string; new: boolean; shared: boolean; holders: string[]; paths: string[];
  cells: CellView[] }
/** CellView is a cell of an object. */
export interface CellView { field: string; value: string; changed: boolean; before: string; next: CellAccess[];
  written: CellWrite | null }
/** CellAccess is an access that a thread is about to make. */
export interface CellAccess { thread: string; kind: string }
/** CellWrite is the move that wrote a cell last. */
export interface CellWrite { n: number; thread: string; text: string }
/** RaceView is the race in a state. */
export interface RaceView { cell: string; text: string; why: string }
/** MoveView is a move of the trace: a step, or a choice of a thread at an if or while. */
export interface MoveView { n: number; step: number; choice: boolean; thread: string; at: Span; text: string;
  effect: string; writes: string; reads: string; new: string; lock: string; switch: boolean; local: boolean;
  held: [string[], string[]]; from: number | null; races: boolean; forks: number[] }
/** BranchView is a branch. */
export interface BranchView { number: number; from: string; end: string; current: boolean }
/** TraceView is a part of the recorded trace. */
export interface TraceView { from: number; to: number; length: number; races: boolean; moves: MoveView[] }
/** WatchView is a watched expression. */
export interface WatchView { expression: string; text: string }
/** OffView is a command that cannot be used now. */
export interface OffView { name: string; why: string }
/** AnalysisView is the answer to session.analysis. */
export interface AnalysisView { threads: [AnalysisThread, AnalysisThread]; pair: AnalysisPair | null }
/** AnalysisPair is what the analysis says of two accesses. */
export interface AnalysisPair { verdict: string; tests: AnalysisTest[] }
/** AnalysisTest is a condition of a report. */
export interface AnalysisTest { name: string; holds: boolean; finding: string }
/** AnalysisThread is the analysis of the unit that a thread is in. */
export interface AnalysisThread { unit: string; row: number; rows: AnalysisLine[]; end: AnalysisState }
/** AnalysisLine is what the analysis does at a statement. */
export interface AnalysisLine { line: number; col: number; text: string; rule: string; before: AnalysisState;
  w: string[]; lock: string; a: string[] }
/** AnalysisState is an abstract state. */
export interface AnalysisState { w: string[]; more: number; lock: string; a: number }
/** ShareAsk is the message of share.make, which makes a link to a program, to the state of a session, or to a lesson.
  */
export interface ShareAsk { name?: string; program?: string; session?: number; lesson?: string; task?: number;
  region?: string }
/** SharedView is the answer to share.make. */
export interface SharedView { hash: string; length: number; long: boolean; markdown: string; claim: string }
/** OpenShareAsk is the message of share.open. */
export interface OpenShareAsk { hash: string; theme?: string }
/** OpenedShare is the answer to share.open. */
export interface OpenedShare { link: SharedLink; session: View | null; claim: string; holds: boolean; judged: string;
  older: boolean; problem: Problem | null }
/** SharedLink is the content of a link. The link itself has shorter keys: docs/page.md. */
export interface SharedLink { tool: string; language: string; name: string; program: string; example: string;
  units: string[]; heap: string; schedule: string; at: number | null; lesson: string; task: number; region: string;
  claim: string }
/** docs/schema/compare.json */
export interface CompareDocument { drawings?: { analyzers: { analyzer: string; at_least?: string; at_most?: string;
  failed: number; fn: number; fp: number; grades?: { found: number; grade: "receiver" | "same-names" | "names" |
  "paths" | "aliases"; plus_minus: number; races: number; recall: string }[]; ns?: number; own: boolean;
  plus_minus?: number; precision: string; recall: string; title: string; tn: number; tp: number;
  truth: "Definition 3.6" | "unordered by happens-before"; unknown: number }[]; included: { cite: string;
  pairs: number; reports: number; sub: string; super: string; violations: number }[]; interrupted?: true;
  left_out: number; pairs: number; programs: number; random?: { about: string; drawing: string; failures: {
  program: string; repeat: string; seed: number; what: string[] }[]; interrupted?: boolean; max_states: number;
  programs: number; seed: number }; real?: number; rows: number; strange: string[]; unordered?: number }[]; files: {
  file: string; pairs: { candidates: number; cut: { analyzer: string; none?: boolean; why: string }[]; left: string;
  right: string; rows: { grade?: "receiver" | "same-names" | "names" | "paths" | "aliases"; kinds: ["read" | "write",
  "read" | "write"]; left: string; needs?: string[]; real: "yes" | "no" | "unknown"; reported: { analyzer: string;
  note?: string }[]; right: string; unordered: "yes" | "no" | "unknown" }[]; unlisted?: number }[] }[];
  schema: "wobbly/compare/1"; total: { analyzers: { analyzer: string; at_least?: string; at_most?: string;
  failed: number; fn: number; fp: number; grades?: { found: number; grade: "receiver" | "same-names" | "names" |
  "paths" | "aliases"; plus_minus: number; races: number; recall: string }[]; ns?: number; own: boolean;
  plus_minus?: number; precision: string; recall: string; title: string; tn: number; tp: number;
  truth: "Definition 3.6" | "unordered by happens-before"; unknown: number }[]; included: { cite: string;
  pairs: number; reports: number; sub: string; super: string; violations: number }[]; interrupted?: true;
  left_out: number; pairs: number; programs: number; random?: { about: string; drawing: string; failures: {
  program: string; repeat: string; seed: number; what: string[] }[]; interrupted?: boolean; max_states: number;
  programs: number; seed: number }; real?: number; rows: number; strange: string[]; unordered?: number } }
/** docs/schema/theorem-list.json */
export interface TheoremListDocument { schema: "wobbly/theorem-list/1"; statements: { cite: string; evidence: {
  known: "proved in Coq" | "proved on paper only" | "tested only"; lemmas: { file: string; name: string;
  statement: string }[]; note?: string }; floor: number; group: string; hypotheses: { name: string; text: string }[];
  name: string; printed?: string; symbols: string; title: string; words: string }[] }
/** docs/schema/theorem-fuzz.json */
export interface TheoremFuzzDocument { all_rules_required: boolean; cases: number; drawing?: string;
  drawn: Record<string, number>; ended: "cases" | "time" | "refuted" | "interrupted"; first: number;
  floors_judged: boolean; rules: { rule: string; used: number }[]; schema: "wobbly/theorem-fuzz/1"; seed: number;
  statements: { below_floor: boolean; bounded: number; floor: number; holds: number; instances: number;
  not_met: number; refutation?: { case: number; case_seed: string; drawn_statements: number; instance: string;
  program: string; repeat: string; replay?: string; saved?: string; shrunk: boolean; statements: number; why: string;
  without?: string[] }; refuted: number; statement: string; undecided?: number }[]; unused: string[];
  without: string[] }
/** docs/schema/theorem-break.json */
export interface TheoremBreakDocument { cases: number; interrupted?: boolean; schema: "wobbly/theorem-break/1";
  seed: number; size: number; switches: { complete: number; counterexample?: { case_seed: string;
  drawn_statements: number; program: string; repeat: string; saved?: string; statements: number; what: string;
  why: string }; drawn: number; enumerated: number; interrupted?: boolean; kind: string; milliseconds?: number;
  name: string; needed: boolean; statement: string; step: string; text: string; undecided: number }[] }
/** docs/schema/lesson-list.json */
export interface LessonListDocument { lessons: { course?: string; done: number; idea: string; minutes: number;
  name: string; number: number; tasks: number; title: string }[]; schema: "wobbly/lesson-list/1" }
/** docs/schema/lesson-record.json */
export interface LessonRecordDocument { lessons: { digest: string; lesson: string; tasks: { attempts: number;
  digest?: string; done: boolean; hints: number; kind: "play" | "heap" | "program" | "analysis" | "witness";
  predictions: number[]; questions?: string[]; solution?: { heap?: string; program?: string; schedules?: string[];
  sheet?: string; witness?: Record<string, number> }; visited?: string[]; votes?: unknown[] }[] }[];
  schema: "wobbly/lesson-record/1"; student?: string }

/** What can be asked, and what the answer is. */
export interface Verbs {
  "hello": { ask: Record<string, never>; ok: HelloView };
  "diagnose": { ask: Program; ok: Diagnoses };
  "hover": { ask: PointAsk; ok: HoverView };
  "complete": { ask: PointAsk; ok: CompletionList };
  "accesses": { ask: Program; ok: AccessList };
  "define": { ask: PointAsk; ok: Definitions };
  "fmt": { ask: FmtAsk; ok: Program };
  "check": { ask: CheckAsk; ok: Document };
  "races": { ask: RacesAsk; ok: RacesView };
  "search": { ask: ExploreAsk; ok: SearchView };
  "why": { ask: WhyAsk; ok: WhyView };
  "code": { ask: CodeAsk; ok: CodeView };
  "explore": { ask: ExploreAsk; ok: Document };
  "graph": { ask: GraphAsk; ok: GraphView };
  "compare": { ask: CompareAsk; ok: CompareDocument };
  "theorem.list": { ask: Record<string, never>; ok: TheoremListDocument };
  "theorem.switches": { ask: Record<string, never>; ok: SwitchList };
  "theorem.fuzz": { ask: FuzzAsk; ok: TheoremFuzzDocument };
  "theorem.break": { ask: BreakAsk; ok: TheoremBreakDocument };
  "session.open": { ask: OpenAsk; ok: View };
  "session.do": { ask: DoAsk; ok: DoneView };
  "session.view": { ask: SessionAsk; ok: View };
  "session.trace": { ask: TraceAsk; ok: TraceView };
  "session.picture": { ask: PictureAsk; ok: Drawing };
  "session.analysis": { ask: SessionAsk; ok: AnalysisView };
  "session.close": { ask: SessionAsk; ok: Record<string, never> };
  "lesson.list": { ask: LessonsAsk; ok: LessonListDocument };
  "lesson.open": { ask: LessonAsk; ok: GameView };
  "lesson.do": { ask: GameDo; ok: GameDone };
  "lesson.view": { ask: GameAsk; ok: GameView };
  "lesson.record": { ask: Record<string, never>; ok: LessonRecordDocument };
  "share.make": { ask: ShareAsk; ok: SharedView };
  "share.open": { ask: OpenShareAsk; ok: OpenedShare };
}
