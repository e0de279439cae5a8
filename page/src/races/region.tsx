// The region Races: what the analysis reports, what it leaves out and why, and
// what the search of all interleavings says of both.
import type { JSX } from "preact";
import { absent, hello } from "../engine/client";
import { selectPlace } from "../editor/region";
import { Claim } from "../step/claim";
import { openRace, openSites, stepper } from "../step/open";
import { some } from "../store/programs";
import { useMore } from "../ui/more";
import { Action, At, Failed, Text, Working } from "../ui/parts";
import { count } from "../ui/words";
import { analysis, beginSearch, endSearch, known, type Known, maxStates, progress, searched, searching, searchOf, searchProgress, stale, summed, working } from "./analysis";
import { AnyTwo } from "./anytwo";
import { type CheckDocument, type Filtered, type Report, type Side } from "./documents";
import { Explained, explains } from "./explained";
import { confirmed, incomplete, type Missed, missed, nothing, proved, realFirst, reasonText, searchText, sideText, silence, truth, unlisted, verdictWords } from "./judge";

export function Races(): JSX.Element {
  const k = some.value ? known.value : undefined;
  const errors = k?.diagnoses.filter((d) => d.severity === "error") ?? [];
  const none = absent.value ? "There is no engine: what races is not known." : some.value ? "" : "There is no program.";
  return (
    <>
      <Head />
      <div class="scroll" aria-busy={working.value} data-analysis={k?.mode}>
        <About />
        {none ? <p>{none}</p> : !hello.value ? <Working what="The engine is starting. You can write already." /> : null}
        {working.value && progress.value ? <Working what="Analysing" progress={progress.value} /> : null}
        {k?.problem ? <Failed problem={k.problem} /> : null}
        {errors.length > 0 && k ? <Errors known={k} /> : null}
        {k?.check && !k.problem ? <Found known={k} /> : null}
      </div>
    </>
  );
}

function Head(): JSX.Element {
  const k = known.value;
  const sum = some.value ? summed.value : undefined;
  const text = absent.value || !some.value ? "" : !k || stale() ? "…" : (sum?.text ?? (k.diagnoses.length > 0 ? count(k.diagnoses.length, "error") : ""));
  return (
    <div class="bar">
      <h2 class="title">Races</h2>
      <output class={`badge ${sum?.real ? "race" : ""}`} aria-live="off">
        {text}
      </output>
      <span class="grow" />
      <label class="inline">
        <span>Analysis</span>
        <select value={analysis.value} onChange={(e) => (analysis.value = e.currentTarget.value)}>
          {(hello.value?.analyses ?? [{ name: "racerdx", about: "", mode: true }]).map((a) => (
            <option value={a.name} title={a.about}>
              {a.name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** About says what an analysis other than RacerDX is. */
function About(): JSX.Element | null {
  const a = hello.value?.analyses.find((x) => x.name === analysis.value);
  if (!a || a.name === "racerdx") return null;
  const [title, ...rest] = a.about.split(": ");
  return (
    <details class="search about-analysis">
      <summary>{title}</summary>
      <p>{rest.join(": ")}</p>
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
              <button type="button" class="link" onClick={() => selectPlace(d.from, d.to)}>
                {d.line}:{d.col}
              </button>{" "}
              <strong>{d.code}</strong> {d.message}
            </p>
            {d.fix ? <p class="fix">Fix: {d.fix}</p> : null}
            <Explained what={[d.code]} name={`What ${d.code} means`} />
            {d.text ? <Text label={`${d.code} as the terminal shows it`}>{d.text}</Text> : null}
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

function Found(p: { known: Known }): JSX.Element {
  const check = p.known.check!;
  const search = searchOf(p.known);
  const races = search ? missed(check, search) : [];
  const s = stepper.value;
  const claim = s?.program === p.known.id && s.text === p.known.text ? s.view.value?.claim : undefined;
  return (
    <div class={stale() ? "stale" : ""}>
      {claim ? <Claim claim={claim} /> : null}
      {incomplete(check).map((text) => (
        <p class="failed limit">{text}</p>
      ))}
      {races.length > 0 ? (
        <>
          <MissedRaces list={races} />
          <h3>Reported</h3>
        </>
      ) : null}
      {check.races.length === 0 ? (
        <div class={`card ${proved(search) ? "good" : ""}`}>
          <p>
            <strong>{claim ? "With nothing switched off, no race is reported." : "No race is reported."}</strong>
          </p>
          {nothing(check, search).map((l) => (
            <p>{l}</p>
          ))}
        </div>
      ) : (
        <Reports check={check} />
      )}
      <Search known={p.known} />
      {check.filtered.length > 0 ? <Filter check={check} /> : null}
      {explains() ? <AnyTwo known={p.known} /> : <p class="note">{p.known.mode} does not say why it reports.</p>}
    </div>
  );
}

function Reports(p: { check: CheckDocument }): JSX.Element {
  const [shown, more] = useMore(realFirst(p.check.races), "report");
  return (
    <>
      <ul class="cards" aria-label="Reports">
        {shown.map((r) => (
          <Race report={r} />
        ))}
      </ul>
      {more}
      <Unlisted total={p.check.total.races} list={p.check.races} noun="report" and=" So it is not said here which races are missed." />
    </>
  );
}

/** Unlisted says how many there are besides those that the engine lists. */
function Unlisted(p: { total: string; list: readonly unknown[]; noun: string; and?: string }): JSX.Element | null {
  const left = unlisted(p.total, p.list);
  return left > 0n ? (
    <p class="note">
      There are {left.toLocaleString("en-US")} more; the page lists the first {count(p.list.length, p.noun)}.{p.and}
    </p>
  ) : null;
}

function MissedRaces(p: { list: Missed[] }): JSX.Element {
  const [shown, more] = useMore(p.list, "race");
  return (
    <>
      <h3>Missed</h3>
      <p class="note">Real races, found by the exact search, that the analysis does not report.</p>
      <ul class="cards" aria-label="Missed races">
        {shown.map((m) => (
          <li class="card race missed">
            <p class="what">
              <span class="badge race">missed</span> <Unit name={m.units[0]} kind={m.kinds[0]} at={m.left} /> / <Unit name={m.units[1]} kind={m.kinds[1]} at={m.right} />
            </p>
            <div class="row">
              <Action run={() => openSites(m.units, m.left, m.right)}>Step to it</Action>
              {explains() ? <Explained what={[m.left, m.right]} name="Why it is not reported" /> : null}
            </div>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

function Filter(p: { check: CheckDocument }): JSX.Element {
  const [shown, more] = useMore(p.check.filtered, "pair");
  return (
    <>
      <h3>Left out</h3>
      <ul class="cards" aria-label="Filtered pairs">
        {shown.map((f) => (
          <LeftOut filtered={f} analysis={p.check.analysis} />
        ))}
      </ul>
      {more}
      <Unlisted total={p.check.total.filtered} list={p.check.filtered} noun="pair" />
    </>
  );
}

function Access(p: { side: Side }): JSX.Element {
  return (
    <>
      {sideText(p.side)} <At at={p.side.at} show={() => selectPlace(p.side.at)} />
    </>
  );
}

function Unit(p: { name: string; kind: string; at: string }): JSX.Element {
  return (
    <>
      {p.name} {p.kind === "read" ? "reads" : "writes"} <At at={p.at} show={() => selectPlace(p.at)} />
    </>
  );
}

function Race(p: { report: Report }): JSX.Element {
  const r = p.report;
  return (
    <li class={`card ${confirmed(r) ? "race" : ""} ${r.verdict}`} id={`report-${r.id}`} tabIndex={-1}>
      <p class="what">
        <strong class="id">{r.id}</strong> <span class={`badge ${confirmed(r) ? "race" : ""}`}>{verdictWords[r.verdict]}</span> <Access side={r.left} />
        <span class="slash"> / </span>
        <Access side={r.right} />
      </p>
      {r.reason || r.note ? <p class="note">{r.reason ?? r.note}</p> : null}
      {explains() ? null : r.why?.map((sentence) => <p class="note">{sentence}</p>)}
      <div class="row">
        <Action kind="primary" run={() => openRace(r.id, analysis.value)} off={confirmed(r) ? "" : "There is no execution in which these two race."} label={`Step to it: ${r.id}`}>
          Step to it
        </Action>
        {explains() ? <Explained what={[r.id]} name="Why it is reported" /> : null}
      </div>
    </li>
  );
}

function LeftOut(p: { filtered: Filtered; analysis: string | undefined }): JSX.Element {
  const f = p.filtered;
  const t = truth(f, searchOf(known.value));
  return (
    <li class="card" id={`report-${f.id}`} tabIndex={-1}>
      <p class="what">
        <strong class="id">{f.id}</strong> <Access side={f.left} />
        <span class="slash"> / </span>
        <Access side={f.right} />
      </p>
      <p class="note">
        {reasonText(f)}. {t === "never" ? "Rightly so: no interleaving races here." : t === "races" ? silence(p.analysis) : ""}
      </p>
      {explains() ? <Explained what={[f.id]} name="Why it is left out" /> : null}
    </li>
  );
}

function Search(p: { known: Known }): JSX.Element | null {
  const s = searched.value?.text === p.known.text ? searched.value : undefined;
  if (searching.value) return <Working what="Searching every interleaving" progress={searchProgress.value} cancel={endSearch} />;
  if (!s) return null;
  const again = (
    <div class="row">
      <Action run={() => beginSearch(maxStates.value * 10)}>Search with {(maxStates.value * 10).toLocaleString("en-US")} states</Action>
    </div>
  );
  if (s.problem) {
    return (
      <>
        <Failed problem={s.problem} />
        {again}
      </>
    );
  }
  if (s.cancelled) {
    return (
      <>
        <p class="note">The search was cancelled: nothing is known from it.</p>
        <Action run={() => beginSearch(maxStates.value)}>Search again</Action>
      </>
    );
  }
  const pairs = s.document?.pairs ?? [];
  return (
    <details class="search" open={pairs.some((q) => !q.complete)}>
      <summary>
        Exact search: {pairs.every((q) => q.complete) ? `complete, ${count(pairs.reduce((n, q) => n + q.states, 0), "state")}` : "cut, no proof of absence"}
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">pair</th>
            <th scope="col">answer</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((q) => (
            <tr>
              <th scope="row">
                {q.left} ‖ {q.right}
              </th>
              <td>{searchText(q)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {pairs.some((q) => !q.complete) ? again : null}
    </details>
  );
}
