// Made of page/engine, which has the comments, and docs/schema by go test ./page/engine -run TestTypes -update.

export const PROTOCOL = "wobbly/page/1";

export type Document = Record<string, unknown>;
export interface LessonsAsk { record?: LessonRecordDocument }
export interface LessonAsk { lesson: string; task?: number; schedule?: string; record?: LessonRecordDocument;
  theme?: string }
export interface GameAsk { game: number; theme?: string }
export interface GameDo { game: number; what: string; arg?: string; name?: string; theme?: string }
export interface GameDone { answer: AnswerView; says: string[]; won: boolean; game: GameView }
export interface GameView { game: number; number: number; name: string; title: string; idea: string; text: string;
  minutes: number; tasks: TaskRow[]; task: TaskView; changed: string; finished: boolean; closing: string[]; view: View
  | null; record: LessonRecordDocument }
export interface TaskRow { number: number; title: string; done: boolean }
export interface TaskView { number: number; kind: string; title: string; text: string; goals: string[]; name: string;
  program: string; units: [string, string]; heap: string; start: string; sheet: string; such: string;
  question: QuestionView | null; answers: Revealed[]; hints: string[]; maxHints: number; done: boolean;
  verdict: VerdictView | null; lost: boolean; closed: OffView[] }
export interface QuestionView { number: number; text: string; choices: string[] }
export interface Revealed { text: string; choices: string[]; choice: number; right: number; because: string;
  said: string; voted: string; found: string; shown: ShownView | null }
export interface VerdictView { verdict: string; says: string; goals: GoalView[]; done: string }
export interface GoalView { goal: string; verdict: string; why: string; shown: ShownView | null }
export interface ShownView { name: string; program: string; units: [string, string]; heap: string; schedule: string;
  line: string; steps: ShownStep[]; cells: string[]; race: string }
export interface ShownStep { thread: string; at: string; does: string }
export interface Request { id: number; do: string }
export interface Reply { id: number; ok?: Document; exit?: number; error?: Problem; progress?: Progress }
export interface Problem { code: string; message: string; fix?: string; at?: string; exit: number; text?: string }
export interface Progress { what: string; about?: string; done: number; of?: number; rate: number; frontier?: number;
  depth?: number; races?: number; memory?: number; coverage?: ShareCount[]; text: string }
export interface ShareCount { name: string; count: number }
export interface Span { line: number; col: number; from: number; to: number }
export interface HelloView { protocol: string; version: string; language: string; schemas: string[];
  commands: CommandRow[]; examples: Example[]; groups: AnalysisGroup[]; limits: LimitsView }
export interface CommandRow { name: string; keys: string[]; words: string[]; arg: string; prompt: string;
  hint: string; help: string; lines: string }
export interface Example { name: string; title: string; topic: string; text: string }
export interface AnalysisGroup { title: string; about: string; list: AnalysisRow[] }
export interface AnalysisRow { name: string; title: string; about: string; explains: boolean }
export interface LimitsView { message: number; program: number; states: number }
export interface Program { name?: string; program: string }
export interface AnalysisOptions { analysis?: string; pair?: string; condition?: string; limit?: number;
  strict?: boolean }
export interface CheckAsk extends Program, AnalysisOptions {  }
export interface PointAsk extends Program { at: number; against?: number; analysis?: string }
export interface AccessList { list: AccessRow[]; all: number }
export interface AccessRow extends Span { at: string; unit: string; text: string }
export interface Diagnoses { list: Diagnosis[]; units: UnitRow[] }
export interface UnitRow extends Span { name: string; paired: boolean }
export interface Diagnosis extends Span { severity: string; code: string; message: string; label: string; fix: string;
  notes: DiagnosisNote[]; edits: Edit[] }
export interface DiagnosisNote extends Span { message: string }
export interface Edit { from: number; to: number; text: string }
export interface Definitions { list: Span[] }
export interface HoverView extends Span { text: string; markdown: string }
export interface CompletionList { from: number; items: CompletionItem[] }
export interface CompletionItem { label: string; kind: string; detail: string; insert: string }
export interface FmtAsk extends Program { core?: boolean }
export interface ExploreAsk extends Program { pair?: string; init?: string; strategy?: string; unroll?: number;
  switches?: number; maxStates?: number; maxObjects?: number; runs?: number; seed?: number; full?: boolean;
  fingerprint?: boolean; stateless?: boolean; strict?: boolean }
export interface GraphAsk extends Program { pair?: string; heap?: string; limit?: number }
export interface GraphView { title: string; pair: string; heap: string; nodes: GraphNode[]; edges: GraphEdge[];
  width: number; height: number; drawn: number }
export interface GraphNode { initial: boolean; at: [string, string]; lock: string; race: string; deadlock: boolean;
  end: boolean; depth: number; schedule: string; x: number; y: number; labels: [string, string] }
export interface GraphEdge { from: number; to: number; thread: string; text: string }
export interface CompareAsk extends Program { pair?: string; analyzers?: string[]; maxStates?: number; seed?: number;
  strict?: boolean }
export interface FuzzAsk { names?: string[]; without?: string[]; cases?: number; seed?: number; first?: number }
export interface BreakAsk { names: string[]; cases?: number; size?: number; seed?: number }
export interface SwitchList { list: SwitchRow[] }
export interface SwitchRow { name: string; kind: string; text: string; statement: string; needed: boolean;
  step: string }
export interface RacesAsk extends Program { analysis?: string; states?: number }
export interface RacesView { analysis: string; title: string; number: string; text: string; real: boolean;
  proved: boolean; limits: string[]; nothing: string[]; missed: MissedRow[]; reports: ReportRow[];
  leftOut: LeftOutRow[]; others: OtherRow[]; pairs: string; deadlocks: DeadlockRow[]; moreReports: string;
  moreLeftOut: string; search: SearchView | null }
export interface SiteView extends Span { at: string; unit: string; kind: string; path: string; text: string }
export interface MissedRow { left: SiteView; right: SiteView }
export interface ReportRow { id: string; left: SiteView; right: SiteView; real: boolean; word: string; notes: string[]
  }
export interface DeadlockRow { id: string; left: SiteView; right: SiteView; line: string; reason: string }
export interface LeftOutRow { id: string; left: SiteView; right: SiteView; reason: string; truth: string; says: string
  }
export interface OtherRow { left: SiteView; right: SiteView; never: string }
export interface SearchView { complete: boolean; states: number; certified: number; text: string;
  pairs: SearchPairRow[] }
export interface SearchPairRow { left: string; right: string; complete: boolean; states: number; text: string;
  races: MissedRow[]; interleavings: string }
export interface WhyAsk extends Program { analysis?: string; what: string[] }
export interface WhyView { pairs: Checklist[]; more: boolean; remarks: string[] }
export interface Checklist { id: string; left: SiteView; right: SiteView; reported: boolean; verdict: string;
  rows: CheckRow[]; notes: string[] }
export interface CheckRow { name: string; title: string; holds: boolean; text: string; places: Span[] }
export interface CodeAsk { code: string }
export interface CodeView { code: string; title: string; text: string; wrong: string; right: string }
export interface OpenAsk extends Program { pair?: string; heap?: string; schedule?: string; race?: string;
  analysis?: string; sites?: string; at?: number; claim?: ClaimAsk; strict?: boolean; theme?: string;
  schedules?: string[]; watches?: string[]; until?: string; seed?: number }
export interface ClaimAsk { statement?: string; without?: string[]; switch?: string; seed: string }
export interface DoAsk { session: number; line?: string; name?: string; arg?: string; theme?: string }
export interface SessionAsk { session: number; theme?: string }
export interface TraceAsk { session: number; from: number; to: number }
export interface PictureAsk { session: number; what: string; theme?: string }
export interface Drawing { type: string; text: string }
export interface DoneView { answer: AnswerView; view: View }
export interface AnswerView { ok: boolean; name: string; text: string; lead: string[]; title: string; lines: string[];
  rows: [string, string][]; asks: boolean; options: Option[]; question: Asked | null; moves: number; link: string;
  saved: SavedFile | null; programs: Proposed[]; plain: string[] }
export interface Asked { text: string; answers: AskedAnswer[]; counts: boolean }
export interface AskedAnswer { text: string; line: string }
export interface Option { thread: string; take: string; key: string; text: string; line: string }
export interface SavedFile { name: string; text: string }
export interface Proposed { title: string; diff: string[]; table: string[]; notes: string[]; program: string }
export interface View { session: number; file: string; pair: string; heap: string; at: number; length: number;
  place: string; steps: number; switches: number; schedule: string; line: string; note: string; units: string[];
  headline: string; say: string; plain: string[]; threads: [ThreadView, ThreadView]; lock: LockView;
  objects: ObjectView[]; race: RaceView | null; last: MoveView | null; branches: BranchView[]; schedules: string[];
  trace: TraceView; watches: WatchView[]; until: string; predicted: string; seed: number; off: OffView[];
  ended: boolean; claim: ClaimView | null; svg?: string }
export interface ClaimView { ask: ClaimAsk; statement: string; title: string; without: string[]; off: string;
  instance: string; why: string; accesses: ClaimAccess[] }
export interface ClaimAccess extends AccessRow { thread: string; kind: string }
export interface ThreadView { name: string; unit: string; inside: string; body: Span; at: Span; do: string;
  text: string; stop: string; forever: boolean; wants: string; races: boolean; access: string; cell: string;
  path: string; options: Option[]; depth: number; steps: number; frames: FrameView[] }
export interface FrameView { unit: string; call: Span | null; vars: VarView[] }
export interface VarView { name: string; value: string; changed: boolean; before: string; hidden: boolean }
export interface LockView { owner: string; depth: number; text: string; named: boolean; deadlock: string;
  changed: boolean }
export interface ObjectView { name: string; new: boolean; shared: boolean; holders: string[]; paths: string[];
  cells: CellView[] }
export interface CellView { field: string; value: string; changed: boolean; before: string; next: CellAccess[];
  written: CellWrite | null }
export interface CellAccess { thread: string; kind: string }
export interface CellWrite { n: number; thread: string; text: string }
export interface RaceView { cell: string; text: string; why: string }
export interface MoveView { n: number; step: number; choice: boolean; thread: string; at: Span; text: string;
  effect: string; writes: string; reads: string; new: string; lock: string; switch: boolean; local: boolean;
  held: [string[], string[]]; from: number | null; races: boolean; forks: number[] }
export interface BranchView { number: number; from: string; end: string; current: boolean }
export interface TraceView { from: number; to: number; length: number; races: boolean; moves: MoveView[] }
export interface WatchView { expression: string; text: string }
export interface OffView { name: string; why: string }
export interface AnalysisView { threads: [AnalysisThread, AnalysisThread]; pair: AnalysisPair | null }
export interface AnalysisPair { verdict: string; tests: AnalysisTest[] }
export interface AnalysisTest { name: string; holds: boolean; finding: string }
export interface AnalysisThread { unit: string; row: number; rows: AnalysisLine[]; end: AnalysisState }
export interface AnalysisLine { line: number; col: number; text: string; rule: string; before: AnalysisState;
  w: string[]; lock: string; a: string[] }
export interface AnalysisState { w: string[]; more: number; lock: string; a: number }
export interface ShareAsk { name?: string; program?: string; session?: number; lesson?: string; task?: number;
  region?: string }
export interface SharedView { hash: string; length: number; long: boolean; markdown: string; claim: string }
export interface OpenShareAsk { hash: string; theme?: string }
export interface OpenedShare { link: SharedLink; session: View | null; claim: string; holds: boolean; judged: string;
  older: boolean; problem: Problem | null }
export interface SharedLink { tool: string; language: string; name: string; program: string; example: string;
  units: string[]; heap: string; schedule: string; at: number | null; lesson: string; task: number; region: string;
  claim: string }
export interface CompareTotal { analyzers: { analyzer: string; at_least?: string; at_most?: string; failed: number;
  fn: number; fp: number; grades?: { found: number; grade: "receiver" | "same-names" | "names" | "paths" | "aliases";
  plus_minus: number; races: number; recall: string }[]; ns?: number; own: boolean; plus_minus?: number;
  precision: string; recall: string; title: string; tn: number; tp: number; truth: "Definition 3.6" |
  "unordered by happens-before"; unknown: number }[]; included: { cite: string; pairs: number; reports: number;
  sub: string; super: string; violations: number }[]; interrupted?: true; left_out: number; pairs: number;
  programs: number; random?: { about: string; drawing: string; failures: { program: string; repeat: string;
  seed: number; what: string[] }[]; interrupted?: boolean; max_states: number; programs: number; seed: number };
  real?: number; rows: number; strange: string[]; unordered?: number }
export interface CompareDocument { drawings?: CompareTotal[]; files: { file: string; pairs: { candidates: number;
  cut: { analyzer: string; none?: boolean; why: string }[]; left: string; right: string; rows: { grade?: "receiver" |
  "same-names" | "names" | "paths" | "aliases"; kinds: ["read" | "write", "read" | "write"]; left: string;
  needs?: string[]; real: "yes" | "no" | "unknown"; reported: { analyzer: string; note?: string }[]; right: string;
  unordered: "yes" | "no" | "unknown" }[]; unlisted?: number }[]; unseen?: string[] }[]; schema: "wobbly/compare/1";
  total: CompareTotal }
export interface TheoremListDocument { schema: "wobbly/theorem-list/1"; statements: { cite: string; evidence: {
  known: "proved in Coq" | "proved on paper only" | "tested only"; lemmas: { file: string; name: string;
  statement: string }[]; note?: string }; floor: number; group: string; hypotheses: { name: string; text: string }[];
  name: string; printed?: string; symbols: string; title: string; words: string }[] }
export interface TheoremCheckRefutation { case_seed: string; instance: string; repeat: string; why: string;
  without?: string[] }
export interface TheoremFuzzDocument { all_rules_required: boolean; cases: number; drawing?: string;
  drawn: Record<string, number>; ended: "cases" | "time" | "refuted" | "interrupted"; first: number;
  floors_judged: boolean; rules: { rule: string; used: number }[]; schema: "wobbly/theorem-fuzz/1"; seed: number;
  statements: { below_floor: boolean; bounded: number; floor: number; holds: number; instances: number;
  not_met: number; refutation?: (TheoremCheckRefutation & { case: number; drawn_statements: number; program: string;
  replay?: string; saved?: string; shrunk: boolean; statements: number }); refuted: number; statement: string;
  undecided?: number }[]; unused: string[]; without: string[] }
export interface TheoremBreakDocument { cases: number; interrupted?: boolean; schema: "wobbly/theorem-break/1";
  seed: number; size: number; switches: { complete: number; counterexample?: { case_seed: string;
  drawn_statements: number; program: string; repeat: string; saved?: string; statements: number; what: string;
  why: string }; drawn: number; enumerated: number; interrupted?: boolean; kind: string; milliseconds?: number;
  name: string; needed: boolean; statement: string; step: string; text: string; undecided: number }[] }
export interface LessonListDocument { lessons: { course?: string; done: number; idea: string; minutes: number;
  name: string; number: number; tasks: number; title: string }[]; schema: "wobbly/lesson-list/1" }
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
