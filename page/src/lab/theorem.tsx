// Theorem: the statements of the paper, their hypotheses as switches, random
// programs to hold them against, and the program that breaks one.
import { batch, computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, problemOf } from "../engine/client";
import type {
  ClaimAsk,
  Progress,
  SwitchRow,
  TheoremBreakDocument,
  TheoremFuzzDocument,
  TheoremListDocument,
} from "../protocol";
import { openProgram } from "../step/open";
import * as programs from "../store/programs";
import { Action, Amount, Choice, Text, Working } from "../ui/parts";
import { count, sentence } from "../ui/words";
import { go, say } from "../ui/state";
import { Outcome } from "./outcome";
import { Work } from "./work";

type Statement = TheoremListDocument["statements"][number];
type Broken = TheoremBreakDocument["switches"][number];

/** Counter is a program that shows something, of either document. */
type Counter = NonNullable<TheoremFuzzDocument["statements"][number]["refutation"] | Broken["counterexample"]>;

const statements = signal<Statement[]>([]);
const switches = signal<SwitchRow[]>([]);
const chosen = signal("theorem1");
const off = signal<ReadonlySet<string>>(new Set());

/** The address of the statement that is shown, with the hypotheses that are switched off. */
export const theoremHash = computed(() => {
  const without = [...off.value].sort().join(",");
  if (!without && chosen.value === "theorem1") return "#theorem";
  return `#theorem:${chosen.value}${without ? `:${without}` : ""}`;
});

/** showTheorem shows what such an address says. */
export function showTheorem(name = "theorem1", without = ""): void {
  chosen.value = name;
  off.value = new Set(without.split(",").filter(Boolean));
}

const cases = signal("2000");
const seed = signal("1");
/** What is left out when the theorem is to be broken. */
const missing = signal("");
const fuzz = new Work("Theorem", "theorem.fuzz");
const breaking = new Work("Break", "theorem.break");
const failed = signal("");

async function load(): Promise<void> {
  if (statements.value.length > 0) return;
  try {
    statements.value = (await ask("session", "theorem.list", {})).statements;
    switches.value = (await ask("session", "theorem.switches", {})).list;
  } catch (error) {
    failed.value = problemOf(error)?.message ?? "";
  }
}

export function TheoremTab() {
  useEffect(() => void load(), []);
  const s = statements.value.find((x) => x.name === chosen.value) ?? statements.value[0];
  if (!s) return failed.value ? <p class="pad">{failed.value}</p> : <Working what="Reading the statements" />;
  return (
    <div class="pad theorem">
      <Choice
        name="Statement"
        value={s.name}
        of={statements.value.map((x) => ({ value: x.name, text: `${x.title} (${x.name})`, group: x.group }))}
        choose={(name) => batch(() => showTheorem(name))}
      />
      <blockquote class="statement">
        <p>{s.words}</p>
        <p class="symbols">{s.symbols}</p>
        <footer>{s.cite}</footer>
      </blockquote>
      {s.printed ? <p class="note">{s.printed}</p> : null}
      <Hypotheses statement={s} />
      <Fuzz statement={s} />
      <Breaks />
    </div>
  );
}

function Hypotheses(p: { statement: Statement }) {
  const flip = (name: string, on: boolean): void => {
    const next = new Set(off.value);
    if (on) next.delete(name);
    else next.add(name);
    off.value = next;
  };
  return (
    <fieldset class="hypotheses">
      <legend>Hypotheses</legend>
      {p.statement.hypotheses.map((h) => (
        <label class={off.value.has(h.name) ? "off" : ""}>
          <input
            type="checkbox"
            role="switch"
            checked={!off.value.has(h.name)}
            onChange={(e) => flip(h.name, e.currentTarget.checked)}
          />
          <span>
            <strong>{h.name}</strong> {h.text}
            {off.value.has(h.name) ? <em> switched off</em> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Fuzz(p: { statement: Statement }) {
  const start = (): void =>
    void fuzz.start({
      names: [p.statement.name],
      without: p.statement.hypotheses.map((h) => h.name).filter((h) => off.value.has(h)),
      cases: Number(cases.value),
      seed: Number(seed.value),
    });
  return (
    <section aria-label="Random programs">
      <div class="bar form">
        <Amount name="Programs" of={cases} least={1} />
        <Amount name="Seed" of={seed} least={0} />
        <Action kind="primary" run={start} off={fuzz.running.value ? "It is running." : ""}>
          Check on random programs
        </Action>
      </div>
      <Outcome
        work={fuzz}
        what="Drawing programs"
        during={fuzz.progress.value ? <Coverage progress={fuzz.progress.value} /> : null}>
        {(document) => <Verdict document={document} />}
      </Outcome>
    </section>
  );
}

function Coverage(p: { progress: Progress }) {
  const list = p.progress.coverage ?? [];
  if (list.length === 0) return null;
  const most = Math.max(1, p.progress.done);
  return (
    <ul class="coverage" aria-label="What was drawn">
      {list.map((c) => (
        <li>
          <span>{c.name.replaceAll("_", " ")}</span>
          <meter min={0} max={most} value={c.count} aria-label={c.name} />
          <span>{Math.round((100 * c.count) / most)}%</span>
        </li>
      ))}
    </ul>
  );
}

function Verdict(p: { document: TheoremFuzzDocument }) {
  const d = p.document;
  const programsDrawn = d.drawn["programs"] ?? d.cases;
  return (
    <>
      {d.statements.map((s) => (
        <div class={`card ${s.refuted > 0 ? "refuted" : ""}`}>
          <p>
            <strong>{s.statement}</strong>{" "}
            {s.refuted > 0
              ? "is refuted"
              : s.below_floor
                ? "was tested on too few programs"
                : "holds on all that were drawn"}
            {d.without.length > 0 ? `, without ${d.without.join(", ")}` : ""}: {count(programsDrawn, "program")},{" "}
            {s.holds} it holds on, {s.not_met} do not meet the hypotheses, {s.refuted} refute it
            {undecided(s) > 0 ? `, ${undecided(s)} undecided within bounds` : ""}.
          </p>
          {s.refutation ? (
            <Counterexample
              refutation={s.refutation}
              claim={{ statement: s.statement, without: d.without, seed: s.refutation.case_seed }}
            />
          ) : null}
        </div>
      ))}
      <p class="note">
        Drawn from seed {d.seed}:{" "}
        {Object.entries(d.drawn)
          .filter(([k]) => k !== "programs")
          .map(([k, n]) => `${Math.round((100 * n) / Math.max(1, programsDrawn))}% ${k.replaceAll("_", " ")}`)
          .join(", ")}
        . Rules used: {d.rules.filter((r) => r.used > 0).length} of{" "}
        {d.rules.length + d.unused.filter((u) => !d.rules.some((r) => r.rule === u)).length}.
      </p>
    </>
  );
}

/** undecided is how many cases a limit has left open. */
const undecided = (s: TheoremFuzzDocument["statements"][number]): number => s.bounded + (s.undecided ?? 0);

/** Counterexample is the shrunk program, with a way to step through it, at what was claimed of it. */
function Counterexample(p: { refutation: Counter; claim: ClaimAsk }) {
  const r = p.refutation;
  const name = "counterexample.il";
  const step = async (): Promise<void> => {
    const added = programs.add(name, r.program);
    await openProgram(added, { claim: p.claim }, { name: "Back to the theorem", go: () => go("lab", true) });
  };
  return (
    <div class="counterexample">
      <Text label="Counterexample">{r.program}</Text>
      <p>
        {sentence("instance" in r ? r.instance : r.what)} {sentence(r.why)}
      </p>
      <p class="note">
        {count(r.statements, "statement")}
        {r.drawn_statements && r.drawn_statements !== r.statements ? `, shrunk from ${r.drawn_statements}` : ""}. In a
        terminal: <code>{r.repeat}</code>
      </p>
      <div class="row">
        <Action kind="primary" run={() => void step()}>
          Open in Step
        </Action>
        <Action
          run={() => {
            programs.add(name, r.program);
            go("program", true);
            say("The counterexample is open.");
          }}>
          Open as a program
        </Action>
      </div>
    </div>
  );
}

/** Breaks finds the smallest program that breaks without an assumption or a
 * clause of the analysis. */
function Breaks() {
  const s = switches.value.find((x) => x.name === missing.value) ?? switches.value[0];
  if (!s) return <></>;
  return (
    <details class="breaks">
      <summary>What the theorem needs: assumptions and clauses of the analysis, switched off one at a time</summary>
      <div class="bar form">
        <Choice
          name="Without"
          value={s.name}
          of={switches.value.map((x) => ({ value: x.name, text: x.name, group: x.kind }))}
          choose={(name) => (missing.value = name)}
        />
        <Action
          kind="primary"
          run={() => void breaking.start({ names: [s.name], cases: 5000 })}
          off={breaking.running.value ? "It is running." : ""}>
          Find what breaks
        </Action>
      </div>
      <p class="note">
        {s.text} {s.needed ? "" : "The theorem does not need it."}
      </p>
      <Outcome work={breaking} what="Searching for a program that breaks">
        {(document) => <Broken document={document} />}
      </Outcome>
    </details>
  );
}

function Broken(p: { document: TheoremBreakDocument }) {
  return (
    <>
      {p.document.switches.map((r) => (
        <div class={`card ${r.counterexample ? "refuted" : ""}`}>
          <p>
            <strong>{r.name}</strong>{" "}
            {r.counterexample
              ? "is needed: without it this program breaks the theorem."
              : "survives: nothing broke within the bound, which is no proof."}{" "}
            {r.step}
          </p>
          {r.counterexample ? (
            <Counterexample
              refutation={r.counterexample}
              claim={{ switch: r.name, seed: r.counterexample.case_seed }}
            />
          ) : null}
        </div>
      ))}
    </>
  );
}
