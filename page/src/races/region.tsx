// The region Races: the races that the analysis misses, what it reports, what it leaves out and why,
// and what the search of all interleavings says of it.
import type { ComponentChildren, JSX } from "preact";
import { selectPlace } from "../editor/region";
import { absent, hello } from "../engine/client";
import type { DeadlockRow, Diagnosis, LeftOutRow, MissedRow, RacesView, ReportRow, SiteView } from "../protocol";
import { Claim } from "../step/claim";
import { openRace, openSites, openStep, stepper } from "../step/open";
import { current, edit, some } from "../store/programs";
import { useMore } from "../ui/more";
import { Action, At, Failed, Working } from "../ui/parts";
import { go, labTab } from "../ui/state";
import { count, sentence } from "../ui/words";
import {
  analysis,
  beginSearch,
  endSearch,
  explains,
  known,
  type Known,
  maxStates,
  progress,
  rowOf,
  searching,
  searchProgress,
  stale,
  summed,
  unsearched,
  working,
} from "./analysis";
import { AnyTwo } from "./anytwo";
import { ErrorPage, Why } from "./why";

export function Races(): JSX.Element {
  const k = some.value ? known.value : undefined;
  const errors = k?.diagnoses.filter((d) => d.severity === "error") ?? [];
  const none = absent.value ? "There is no engine: what races is not known." : some.value ? "" : "There is no program.";
  return (
    <>
      <Head />
      <div class="scroll" aria-busy={working.value} data-analysis={k?.mode}>
        <Analyses />
        {none ? <p>{none}</p> : !hello.value ? <Working what="The engine is starting. You can write already." /> : null}
        {working.value && progress.value ? <Working what="Analysing" progress={progress.value} /> : null}
        {k?.problem ? <Failed problem={k.problem} /> : null}
        {errors.length > 0 && k ? <Errors known={k} /> : null}
        {k?.races && !k.problem ? <Found known={k} races={k.races} /> : null}
      </div>
    </>
  );
}

function Head(): JSX.Element {
  const k = known.value;
  const sum = some.value ? summed.value : undefined;
  const wrong = k && k.diagnoses.length > 0 ? count(k.diagnoses.length, "error") : "";
  const text = absent.value || !some.value ? "" : !k || stale() ? "…" : (sum?.text ?? wrong);
  return (
    <div class="bar">
      <h2 class="title">Races</h2>
      <output class={`badge ${sum?.real ? "race" : ""}`} aria-live="off">
        {text}
      </output>
    </div>
  );
}

/** Analyses chooses who is asked: one of three groups. The comparison has all others. */
function Analyses(): JSX.Element | null {
  const groups = hello.value?.groups;
  const now = rowOf(analysis.value);
  if (!groups || !now) return null;
  const compare = (): void => {
    labTab.value = "compare";
    go("lab", true);
  };
  return (
    <details class="analyses">
      <summary>
        Reported by <strong>{now.title}</strong>
      </summary>
      {groups.map((g) => (
        <fieldset>
          <legend>{g.title}</legend>
          <p class="note">{g.about}</p>
          <div class="row">
            {g.list.map((a) => (
              <Action run={() => (analysis.value = a.name)} pressed={a.name === now.name} title={a.about}>
                {a.title}
              </Action>
            ))}
          </div>
        </fieldset>
      ))}
      <p class="note">{now.about}</p>
      <Action run={compare}>Compare all analyses</Action>
    </details>
  );
}

function Errors(p: { known: Known }): JSX.Element {
  const [shown, more] = useMore(p.known.diagnoses, "error");
  return (
    <>
      <ul class="cards" aria-label="What is wrong with the program">
        {shown.map((d) => (
          <li class="card error">
            <p>
              <At at={`${d.line}:${d.col}`} show={() => selectPlace(d.from, d.to)} /> <strong>{d.code}</strong>{" "}
              {d.message}
            </p>
            {d.notes.map((n) => (
              <p class="note">
                <At at={`${n.line}:${n.col}`} show={() => selectPlace(n.from, n.to)} /> {sentence(n.message)}
              </p>
            ))}
            <Fix diagnosis={d} known={p.known} />
            <ErrorPage code={d.code} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

/** Fix mends an error, if the engine knows how; otherwise it says what to do. */
function Fix(p: { diagnosis: Diagnosis; known: Known }): JSX.Element | null {
  const { fix, edits } = p.diagnosis;
  if (!fix) return null;
  if (edits.length === 0) return <p class="fix">Fix: {fix}</p>;
  const mend = (): void => {
    const backwards = [...edits].sort((x, y) => y.from - x.from);
    const text = backwards.reduce((t, e) => t.slice(0, e.from) + e.text + t.slice(e.to), p.known.text);
    if (current.peek()?.id === p.known.id) edit(p.known.id, text);
  };
  return (
    <Action run={mend} off={stale() ? "The program has changed since." : ""}>
      Fix: {fix}
    </Action>
  );
}

function Found(p: { known: Known; races: RacesView }): JSX.Element {
  const { races: v } = p;
  const s = stepper.value;
  const claim = s?.program === p.known.id && s.text === p.known.text ? s.view.value?.claim : undefined;
  return (
    <div class={stale() ? "stale" : ""}>
      {claim ? <Claim claim={claim} /> : null}
      {v.limits.map((text) => (
        <p class="failed limit">{text}</p>
      ))}
      <Cards
        title="Missed"
        note="Real races, found by the exact search, that the analysis does not report."
        of="Missed races"
        list={v.missed}
        noun="race"
        show={Missed}
      />
      {v.nothing.length > 0 ? (
        <div class={`card ${v.proved ? "good" : ""}`}>
          <p>
            <strong>{claim ? "With nothing switched off, no race is reported." : "No race is reported."}</strong>
          </p>
          {v.nothing.map((line) => (
            <p>{line}</p>
          ))}
        </div>
      ) : null}
      <Cards title="Deadlocks" of="Deadlocks" list={v.deadlocks} noun="deadlock" show={Deadlock} />
      <Cards
        title={v.missed.length > 0 ? "Reported" : ""}
        of="Reports"
        list={v.reports}
        noun="report"
        show={Report}
        more={v.moreReports}
        and=" So it is not said here which races are missed."
      />
      <Search known={p.known} races={v} />
      <Cards title="Left out" of="Left out" list={v.leftOut} noun="pair" show={LeftOut} more={v.moreLeftOut} />
      {explains() ? <AnyTwo known={p.known} /> : <p class="note">{v.title} does not say why it reports.</p>}
    </div>
  );
}

/** Cards is a list with a title; nothing if it is empty. */
function Cards<T>(p: {
  title: string;
  note?: string;
  of: string;
  list: readonly T[];
  noun: string;
  show: (p: { row: T }) => JSX.Element;
  more?: string; // how many the engine does not list
  and?: string; // a sentence on that
}): JSX.Element | null {
  const [shown, button] = useMore(p.list, p.noun);
  if (p.list.length === 0) return null;
  const Show = p.show;
  return (
    <>
      {p.title ? <h3>{p.title}</h3> : null}
      {p.note ? <p class="note">{p.note}</p> : null}
      <ul class="cards" aria-label={p.of}>
        {shown.map((row) => (
          <Show row={row} />
        ))}
      </ul>
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

/** Two is a pair of accesses in a sentence, with their places. */
function Two(p: { left: SiteView; right: SiteView; children?: ComponentChildren }): JSX.Element {
  const place = (s: SiteView): JSX.Element => (
    <>
      {s.text} <At at={s.at} show={() => selectPlace(s.from, s.to)} />
    </>
  );
  return (
    <p class="what">
      {p.children} {place(p.left)}
      <span class="slash"> / </span>
      {place(p.right)}
    </p>
  );
}

function Missed(p: { row: MissedRow }): JSX.Element {
  const { left, right } = p.row;
  return (
    <li class="card race missed">
      <Two left={left} right={right}>
        <span class="badge race">missed</span>
      </Two>
      <div class="row">
        <Action kind="primary" run={() => openSites([left.unit, right.unit], left.at, right.at)}>
          Step to it
        </Action>
        <Why what={[left.at, right.at]} name="Why it is not reported" />
      </div>
    </li>
  );
}

function Report(p: { row: ReportRow }): JSX.Element {
  const r = p.row;
  const off = r.real ? "" : "There is no execution in which these two race.";
  return (
    <li class={`card ${r.real ? "race" : ""}`} id={`report-${r.id}`} tabIndex={-1}>
      <Two left={r.left} right={r.right}>
        <strong class="id">{r.id}</strong> <span class={`badge ${r.real ? "race" : ""}`}>{r.word}</span>
      </Two>
      {r.notes.map((note) => (
        <p class="note">{note}</p>
      ))}
      <div class="row">
        <Action kind="primary" run={() => openRace(r.id, analysis.value)} off={off} label={`Step to it: ${r.id}`}>
          Step to it
        </Action>
        <Why what={[r.id]} name="Why it is reported" />
      </div>
    </li>
  );
}

function Deadlock(p: { row: DeadlockRow }): JSX.Element {
  const d = p.row;
  return (
    <li class="card race" id={`report-${d.id}`} tabIndex={-1}>
      <Two left={d.left} right={d.right}>
        <strong class="id">{d.id}</strong> <span class="badge race">deadlock</span>
      </Two>
      {d.reason ? <p class="note">{d.reason}</p> : null}
      <Action
        kind="primary"
        run={() => void openStep({ schedule: d.line })}
        off={d.line ? "" : "There is no execution of it."}
        label={`Step to it: ${d.id}`}>
        Step to it
      </Action>
    </li>
  );
}

function LeftOut(p: { row: LeftOutRow }): JSX.Element {
  const f = p.row;
  return (
    <li class="card" id={`report-${f.id}`} tabIndex={-1}>
      <Two left={f.left} right={f.right}>
        <strong class="id">{f.id}</strong>
      </Two>
      <p class="note">
        {f.reason}. {f.says}
      </p>
      <Why what={[f.id]} name="Why it is left out" />
    </li>
  );
}

function Search(p: { known: Known; races: RacesView }): JSX.Element | null {
  if (searching.value)
    return <Working what="Searching every interleaving" progress={searchProgress.value} cancel={endSearch} />;
  const larger = maxStates.value * 10;
  const again = (
    <div class="row">
      <Action run={() => beginSearch(larger)}>Search with {larger.toLocaleString("en-US")} states</Action>
    </div>
  );
  const failed = unsearched.value?.text === p.known.text ? unsearched.value : undefined;
  if (failed?.problem) {
    return (
      <>
        <Failed problem={failed.problem} />
        {again}
      </>
    );
  }
  if (failed) {
    return (
      <>
        <p class="note">The search was cancelled: nothing is known from it.</p>
        <Action run={() => beginSearch(maxStates.value)}>Search again</Action>
      </>
    );
  }
  const s = p.races.search;
  if (!s) return null;
  return (
    <details class="search" open={!s.complete}>
      <summary>Exact search: {s.text}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">pair</th>
            <th scope="col">answer</th>
          </tr>
        </thead>
        <tbody>
          {s.pairs.map((q) => (
            <tr>
              <th scope="row">
                {q.left} ‖ {q.right}
              </th>
              <td>{q.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {s.complete ? null : again}
    </details>
  );
}
