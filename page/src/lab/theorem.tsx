// Theorem: the paper's statements, their hypotheses as switches, random programs to test them, and
// the program that breaks one.
import { batch, computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, problemOf } from "../engine/client";
import type { ClaimAsk, SwitchRow } from "../protocol";
import type { TheoremBreakDocument, TheoremFuzzDocument, TheoremListDocument } from "../protocol";
import { openProgram } from "../step/open";
import * as programs from "../store/programs";
import { Action, Amount, Choice, Text, Working } from "../ui/parts";
import { count, sentence } from "../ui/words";
import { go, say } from "../ui/state";
import { Outcome, Work } from "./work";

type Statement = TheoremListDocument["statements"][number];
type Broken = TheoremBreakDocument["switches"][number];

type Counter = NonNullable<TheoremFuzzDocument["statements"][number]["refutation"] | Broken["counterexample"]>;

const statements = signal<Statement[]>([]);
const switches = signal<SwitchRow[]>([]);
const chosen = signal("theorem1");
const off = signal<ReadonlySet<string>>(new Set());

export const theoremHash = computed(() => {
  const without = [...off.value].sort().join(",");
  if (!without && chosen.value === "theorem1") return "#theorem";
  return `#theorem:${chosen.value}${without ? `:${without}` : ""}`;
});

export function showTheorem(name = "theorem1", without = ""): void {
  chosen.value = name;
  off.value = new Set(without.split(",").filter(Boolean));
}

const cases = signal("2000");
const seed = signal("1");
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
      <section aria-label="Statement">
        <Choice
          name="Statement"
          value={s.name}
          of={statements.value.map((x) => ({ value: x.name, text: `${x.title} (${x.name})`, group: x.group }))}
          choose={(name) => batch(() => showTheorem(name))}
        />
        <blockquote class="statement">
          <p>{s.words}</p>
          <p class="symbols">{s.symbols}</p>
          <footer>{s.cite}. {s.printed}</footer>
        </blockquote>
        <Hypotheses statement={s} />
      </section>
      <div>
        <Fuzz statement={s} />
        <Breaks />
      </div>
    </div>
  );
}

function Hypotheses(p: { statement: Statement }) {
  const flip = (name: string, on: boolean): void =>
    void (off.value = new Set([...off.value].filter((x) => x !== name).concat(on ? [] : name)));
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
  const without = p.statement.hypotheses.map((h) => h.name).filter((h) => off.value.has(h));
  const start = (): void =>
    void fuzz.start({ names: [p.statement.name], without, cases: Number(cases.value), seed: Number(seed.value) });
  return (
    <section aria-label="Random programs">
      <h3 class="sentence">{without.length > 0 ? `Is it true without ${without.join(" and ")}?` : "Is it true?"}</h3>
      <p class="sub">
        wobbly checks the statement on random programs, and shrinks the first one that breaks it. Switch a hypothesis
        off to see why it is needed.
      </p>
      <div class="bar form">
        <Action kind="go a" run={start} off={fuzz.running ? "It is running." : ""}>Check on random programs</Action>
        <Amount name="Programs" of={cases} least={1} />
        <Amount name="Seed" of={seed} least={0} />
      </div>
      <Outcome
        work={fuzz}
        what="Drawing programs"
        during={
          <Coverage list={fuzz.waiting.progress.value?.coverage ?? []} of={fuzz.waiting.progress.value?.done ?? 0} />
        }>
        {(document) => <Verdict document={document} />}
      </Outcome>
    </section>
  );
}

function Coverage(p: { list: readonly { name: string; count: number }[]; of: number }) {
  const most = Math.max(1, p.of);
  return (
    <ul class="coverage" aria-label="What was drawn">
      {p.list.map((c) => (
        <li>
          <span>{c.name.replaceAll("_", " ")}</span>
          <meter min={0} max={most} value={c.count} aria-label={c.name} />
          <span>{Math.round((100 * c.count) / most)}%</span>
        </li>
      ))}
    </ul>
  );
}

function Verdict({ document: d }: { document: TheoremFuzzDocument }) {
  const drawn = d.drawn["programs"] ?? d.cases;
  const kinds = Object.entries(d.drawn).flatMap(([name, n]) => (name === "programs" ? [] : { name, count: n }));
  const rules = new Set([...d.rules.map((r) => r.rule), ...d.unused]).size;
  return (
    <>
      {d.statements.map((s) => (
        <div class={`card ${s.refuted > 0 ? "refuted" : ""}`}>
          <p>
            <strong>
              {s.refuted > 0
                ? `No: a program refutes ${s.statement}`
                : s.below_floor
                  ? `Too few programs are about ${s.statement}`
                  : `${s.statement} holds on all that were drawn`}
              {d.without.length > 0 ? `, without ${d.without.join(", ")}` : ""}.
            </strong>
          </p>
          {s.refutation ? (
            <Counterexample
              refutation={s.refutation}
              claim={{ statement: s.statement, without: d.without, seed: s.refutation.case_seed }}
            />
          ) : null}
          <p class="note">
            {count(drawn, "program")} drawn: {s.holds} it holds on, {s.not_met} do not meet the hypotheses,{" "}
            {s.refuted} refute it{undecided(s) > 0 ? `, ${undecided(s)} undecided within bounds` : ""}.{" "}
            {d.rules.filter((r) => r.used > 0).length} of {rules} rules of the semantics were used.
          </p>
        </div>
      ))}
      <Coverage list={kinds} of={drawn} />
    </>
  );
}

/** How many cases a limit left undecided. */
const undecided = (s: TheoremFuzzDocument["statements"][number]): number => s.bounded + (s.undecided ?? 0);

function Counterexample(p: { refutation: Counter; claim: ClaimAsk }) {
  const r = p.refutation;
  const name = "counterexample.il";
  const step = async (): Promise<void> => {
    const added = programs.add(name, r.program);
    await openProgram(added, { claim: p.claim }, { name: "Back to the theorem", go: () => go("lab", true) });
  };
  const show = (): void => {
    programs.add(name, r.program);
    go("program", true);
    say("The counterexample is open.");
  };
  return (
    <div class="counterexample">
      <Text label="Counterexample">{r.program}</Text>
      <p>{sentence("instance" in r ? r.instance : r.what)} {sentence(r.why)}</p>
      <p class="note">
        {count(r.statements, "statement")}
        {r.drawn_statements && r.drawn_statements !== r.statements ? `, shrunk from ${r.drawn_statements}` : ""}.
      </p>
      <div class="row">
        <Action kind="primary" run={step}>Open in Step</Action>
        <Action run={show}>Open as a program</Action>
      </div>
    </div>
  );
}

function Breaks() {
  const find = (name: string): void => void breaking.start({ names: [name], cases: 5000 });
  const off = breaking.running ? "It is running." : "";
  return (
    <details class="breaks">
      <summary>What the theorem needs: leave one thing out, and find the smallest program that breaks it</summary>
      <Outcome work={breaking} what="Searching for a program that breaks">
        {(document) => <Broken document={document} />}
      </Outcome>
      <ul>
        {switches.value.map((x) => (
          <li>
            <Action run={() => find(x.name)} off={off} aria-label={`Without ${x.name}`}>{x.name}</Action>
            <span>{x.text} {x.needed ? "" : "The theorem does not need it."}</span>
          </li>
        ))}
      </ul>
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
