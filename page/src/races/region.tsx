// The region Races: missed races, reports, and filtered pairs with their reasons.
import type { JSX } from "preact";
import { At, ProgramRegion } from "../editor/region";
import { absent, hello } from "../engine/client";
import type { DeadlockRow, Diagnosis, LeftOutRow, MissedRow, OtherRow } from "../protocol";
import type { RacesView, ReportRow, SiteView } from "../protocol";
import { Claim } from "../step/panels";
import { openSites, openStep, stepper } from "../step/open";
import { current, edit, some } from "../store/programs";
import { useMore, Action, Failed, Notes, Table, Working } from "../ui/parts";
import { showLab, wide } from "../ui/state";
import { count, sentence } from "../ui/words";
import { analysis, explains, known, type Known, progress, rowOf, stale, working } from "./analysis";
import { beginSearch, maxStates, search, searched } from "./analysis";
import { AnyTwo, ErrorPage, Why } from "./why";

export function Races() {
  const k = some.value ? known.value : undefined;
  const none = absent.value ? "There is no engine: what races is not known." : some.value ? "" : "There is no program.";
  return (
    <>
      {wide.value ? <ProgramRegion /> : null}
      <div class="list">
        <Head />
        <div class="scroll" aria-busy={working.value} data-analysis={k?.mode}>
          <Analyses />
          {none ? <p>{none}</p> : null}
          {none || hello.value ? null : <Working what="The engine is starting. You can write already." />}
          {working.value && progress.value ? <Working what="Analysing" progress={progress.value} /> : null}
          {k?.problem ? <Failed problem={k.problem} /> : null}
          {k && k.diagnoses.length > 0 ? <Errors known={k} /> : null}
          {k?.races && !k.problem ? <Found known={k} races={k.races} /> : null}
        </div>
      </div>
    </>
  );
}

function Head() {
  const k = known.value;
  const sum = some.value ? k?.races : undefined;
  const wrong = k && k.diagnoses.length > 0 ? count(k.diagnoses.length, "error") : "";
  const text = absent.value || !some.value ? "" : !k || stale.value ? "…" : (sum?.text ?? wrong);
  return (
    <div class="bar">
      <h2 class="title">Races</h2>
      <output class={`badge ${sum?.real ? "race" : ""}`} aria-live="off">{text}</output>
    </div>
  );
}

/** Chooses the analysis, from three groups. The remaining ones are only in Compare. */
function Analyses() {
  const groups = hello.value?.groups;
  const now = rowOf(analysis.value);
  if (!groups || !now) return null;
  return (
    <details class="analyses">
      <summary>Reported by <strong>{now.title}</strong></summary>
      {groups.map((g) => (
        <fieldset>
          <legend>{g.title}</legend>
          <p class="note">{g.about}</p>
          <div class="row">
            {g.list.map((a) => (
              <Action run={() => (analysis.value = a.name)} aria-pressed={a.name === now.name} title={a.about}>
                {a.title}
              </Action>
            ))}
          </div>
        </fieldset>
      ))}
      <p class="note">{now.about}</p>
      <Action run={() => showLab("compare")}>Compare all analyses</Action>
    </details>
  );
}

/** The errors of a program, or the warnings about a legal one. */
function Errors(p: { known: Known }) {
  const [shown, more] = useMore(p.known.diagnoses, "error");
  return (
    <>
      <ul class="cards" aria-label="What is wrong with the program">
        {shown.map((d) => (
          <li class={`card ${d.severity}`}>
            <p><At at={`${d.line}:${d.col}`} of={d} /> <strong>{d.code}</strong> {d.message}</p>
            {d.notes.map((n) => <p class="note"><At at={`${n.line}:${n.col}`} of={n} /> {sentence(n.message)}</p>)}
            <Fix diagnosis={d} known={p.known} />
            <ErrorPage code={d.code} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

/** Applies an error's fix if the engine has edits for it; otherwise shows the advice. */
function Fix(p: { diagnosis: Diagnosis; known: Known }) {
  const { fix, edits } = p.diagnosis;
  if (!fix) return null;
  if (edits.length === 0) return <p class="fix">Fix: {fix}</p>;
  const mend = (): void => {
    const backwards = [...edits].sort((x, y) => y.from - x.from);
    const text = backwards.reduce((t, e) => t.slice(0, e.from) + e.text + t.slice(e.to), p.known.text);
    if (current.peek()?.id === p.known.id) edit(p.known.id, text);
  };
  return <Action run={mend} off={stale.value ? "The program has changed since." : ""}>Fix: {fix}</Action>;
}

function Found(p: { known: Known; races: RacesView }) {
  const { races: v } = p;
  const s = stepper.value;
  const claim = s?.program === p.known.id && s.text === p.known.text ? s.view.value?.claim : undefined;
  return (
    <div class={stale.value ? "stale" : ""}>
      {claim ? <Claim claim={claim} /> : null}
      <Notes of={v.limits} class="failed limit" />
      <Cards
        title="Missed"
        note="Real races, found by the exact search, that the analysis does not report."
        of="Missed races"
        list={v.missed}
        noun="race"
        show={missed}
      />
      {v.nothing.length > 0 ? (
        <div class={`card ${v.proved ? "good" : ""}`}>
          <p>
            <strong>{claim ? "With nothing switched off, no race is reported." : "No race is reported."}</strong>
          </p>
          <Notes of={v.nothing} class="" />
        </div>
      ) : null}
      <Cards title="Deadlocks" of="Deadlocks" list={v.deadlocks} noun="deadlock" show={deadlock} />
      <Cards
        title={v.missed.length > 0 ? "Reported" : ""}
        of="Reports"
        list={v.reports}
        noun="report"
        show={report}
        more={v.moreReports}
        and=" So it is not said here which races are missed."
      />
      <Search known={p.known} races={v} />
      {v.pairs ? <p>{v.pairs}</p> : null}
      <Cards title="Left out" of="Left out" list={v.leftOut} noun="pair" show={leftOut} more={v.moreLeftOut} />
      <Cards title="Other pairs" of="Other pairs" list={v.others} noun="pair" show={other} />
      {explains() ? <AnyTwo known={p.known} /> : <p class="note">{v.title} does not say why it reports.</p>}
    </div>
  );
}

function Cards<T>(p: {
  title: string;
  note?: string;
  of: string;
  list: readonly T[];
  noun: string;
  show: (row: T) => JSX.Element;
  more?: string; // how many the engine left out
  and?: string; // a sentence about those
}) {
  const [shown, button] = useMore(p.list, p.noun);
  if (p.list.length === 0) return null;
  return (
    <>
      {p.title ? <h3>{p.title}</h3> : null}
      {p.note ? <p class="note">{p.note}</p> : null}
      <ul class="cards" aria-label={p.of}>{shown.map(p.show)}</ul>
      {button}
      {p.more && p.more !== "0" ? (
        <p class="note">
          There are {BigInt(p.more).toLocaleString("en-US")} more; the page lists the first{" "}
          {count(p.list.length, p.noun)}.{p.and}
        </p>
      ) : null}
    </>
  );
}

/** A pair of accesses with its verdict, a way to step to it, and the reason. */
function Pair(p: {
  of: { left: SiteView; right: SiteView };
  id?: string;
  kind: string;
  badge?: string;
  notes?: readonly string[];
  step?: () => void;
  off?: string;
  why?: string;
}) {
  const { left, right } = p.of;
  const place = (s: SiteView) => <>{s.text} <At at={s.at} of={s} /></>;
  return (
    <li class={`card ${p.kind}`} id={p.id && `report-${p.id}`} tabIndex={p.id ? -1 : undefined}>
      <p class="what">
        {p.id ? <strong class="id">{p.id}</strong> : null}{" "}
        {p.badge ? <span class={`badge ${p.kind}`}>{p.badge}</span> : null} {place(left)}
        <span class="slash"> / </span>
        {place(right)}
      </p>
      <Notes of={p.notes ?? []} />
      <div class="row">
        {p.step ? (
          <Action kind="primary" run={p.step} off={p.off} aria-label={p.id && `Step to it: ${p.id}`}>
            Step to it
          </Action>
        ) : null}
        {p.why ? <Why what={p.id ? [p.id] : [left.at, right.at]} name={p.why} /> : null}
      </div>
    </li>
  );
}

const missed = (m: MissedRow) => (
  <Pair
    of={m}
    kind="race missed"
    badge="missed"
    step={() => openSites([m.left.unit, m.right.unit], m.left.at, m.right.at)}
    why="Why it is not reported"
  />
);

const report = (r: ReportRow) => (
  <Pair
    of={r}
    id={r.id}
    kind={r.real ? "race" : ""}
    badge={r.word}
    notes={r.notes}
    step={() => void openStep({ race: r.id, analysis: analysis.value })}
    off={r.real ? "" : "There is no execution in which these two race."}
    why="Why it is reported"
  />
);

const deadlock = (d: DeadlockRow) => (
  <Pair
    of={d}
    id={d.id}
    kind="race"
    badge="deadlock"
    notes={[d.reason]}
    step={() => void openStep({ schedule: d.line })}
    off={d.line ? "" : "There is no execution of it."}
  />
);

const leftOut = (f: LeftOutRow) => (
  <Pair of={f} id={f.id} kind="" notes={[`${f.reason}. ${f.says}`]} why="Why it is left out" />
);

const other = (o: OtherRow) => (
  <Pair
    of={o}
    kind={o.never ? "" : "open"}
    badge={o.never ? "cannot race" : "open"}
    notes={[o.never]}
    why="Why it is not reported"
  />
);

function Search(p: { known: Known; races: RacesView }) {
  const { running, progress, problem, cancelled, cancel } = search;
  if (running.value) return <Working what="Searching every interleaving" progress={progress.value} cancel={cancel} />;
  const larger = maxStates.value * 10;
  const again = <Action run={() => beginSearch(larger)}>Search with {larger.toLocaleString("en-US")} states</Action>;
  if (searched(p.known) && problem.value) return [<Failed problem={problem.value} />, again];
  if (searched(p.known) && cancelled.value)
    return (
      <>
        <p class="note">The search was cancelled: nothing is known from it.</p>
        <Action run={() => beginSearch(maxStates.value)}>Search again</Action>
      </>
    );
  const s = p.races.search;
  if (!s) return null;
  return (
    <details class="search" open={!s.complete}>
      <summary>Exact search: {s.text}</summary>
      <Table label="Pairs of methods" head={["pair", "answer"]}>
        {s.pairs.map((q) => (
          <tr>
            <th scope="row">{q.left} ‖ {q.right}</th>
            <td>{q.text}</td>
          </tr>
        ))}
      </Table>
      {s.complete ? null : again}
    </details>
  );
}
