// The region Races: what the analysis reports, what it leaves out and why, and
// what the search of all interleavings says of both.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ask, hello, lost, problemOf } from "../engine/client";
import { selectPlace } from "../editor/region";
import { current } from "../store/programs";
import { openRace, openSites } from "../step/open";
import { Action, Failed, Text, Working } from "../ui/parts";
import { count } from "../ui/words";
import { analysis, beginSearch, endSearch, known, type Known, maxStates, progress, searched, searching, searchProgress, stale, working } from "./analysis";
import { type Filtered, type Report, type Side } from "./documents";
import { missed, nothing, reasonText, searchText, sideText, truth } from "./judge";

const most = 50; // rows that are shown at first

export function Races(): JSX.Element {
  const k = known.value;
  const errors = k?.diagnoses.filter((d) => d.severity === "error") ?? [];
  return (
    <>
      <Head />
      <div class="scroll" aria-busy={working.value}>
        {!hello.value && !lost.value ? <Working what="The engine is starting. You can write already." /> : null}
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
  const check = k?.check;
  const text = !k || stale() ? "…" : check ? count(check.total.races, "race") : k.diagnoses.length > 0 ? count(k.diagnoses.length, "error") : "";
  return (
    <div class="bar">
      <h2 class="title">Races</h2>
      <output class={`badge ${check && check.total.races !== "0" ? "race" : ""}`} aria-live="off">
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

function Errors(p: { known: Known }): JSX.Element {
  return (
    <ul class="cards" aria-label="What is wrong with the program">
      {p.known.diagnoses.slice(0, most).map((d) => (
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
  );
}

function Found(p: { known: Known }): JSX.Element {
  const check = p.known.check!;
  const s = searched.value?.text === p.known.text ? searched.value : undefined;
  const [all, showAll] = useState(false);
  const races = all ? check.races : check.races.slice(0, most);
  const filtered = all ? check.filtered : check.filtered.slice(0, most);
  const hidden = Number(check.total.races) + Number(check.total.filtered) - races.length - filtered.length;
  const gone = s?.document ? missed(check, s.document) : [];
  return (
    <div class={stale() ? "stale" : ""}>
      {check.races.length === 0 ? (
        <div class="card good">
          <p>
            <strong>No race is reported.</strong>
          </p>
          {nothing(check, s?.document).map((l) => (
            <p>{l}</p>
          ))}
        </div>
      ) : (
        <ul class="cards" aria-label="Reports">
          {races.map((r) => (
            <Race report={r} />
          ))}
        </ul>
      )}
      {gone.length > 0 ? (
        <>
          <h3>Missed</h3>
          <p class="note">Real races, found by the exact search, that the analysis does not report.</p>
          <ul class="cards" aria-label="Missed races">
            {gone.slice(0, most).map((m) => (
              <li class="card race missed">
                <p class="what">
                  <span class="badge race">missed</span> <Unit name={m.units[0]} kind={m.kinds[0]} at={m.left} /> / <Unit name={m.units[1]} kind={m.kinds[1]} at={m.right} />
                </p>
                <div class="row">
                  <Action run={() => openSites(m.units, m.left, m.right)}>Step to it</Action>
                  <Explained what={[m.left, m.right]} name="Why it is not reported" />
                </div>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Search known={p.known} />
      {filtered.length > 0 ? (
        <>
          <h3>Left out</h3>
          <ul class="cards" aria-label="Filtered pairs">
            {filtered.map((f) => (
              <LeftOut filtered={f} />
            ))}
          </ul>
        </>
      ) : null}
      {hidden > 0 && !all ? (
        <p>
          <Action run={() => showAll(true)}>Show {check.races.length + check.filtered.length - races.length - filtered.length} more</Action>{" "}
          {hidden > check.races.length + check.filtered.length - races.length - filtered.length ? "The others are more than the page lists." : ""}
        </p>
      ) : null}
    </div>
  );
}

function Access(p: { side: Side }): JSX.Element {
  return (
    <>
      {sideText(p.side)} <At at={p.side.at} />
    </>
  );
}

function Unit(p: { name: string; kind: string; at: string }): JSX.Element {
  return (
    <>
      {p.name} {p.kind === "read" ? "reads" : "writes"} <At at={p.at} />
    </>
  );
}

function At(p: { at: string }): JSX.Element {
  return (
    <button type="button" class="link at" aria-label={`line and column ${p.at}, show in the program`} onClick={() => selectPlace(p.at)}>
      {p.at}
    </button>
  );
}

function Race(p: { report: Report }): JSX.Element {
  const r = p.report;
  const words = { confirmed: "confirmed", refuted: "refuted", impossible: "false alarm", unknown: "undecided" };
  return (
    <li class={`card race ${r.verdict}`}>
      <p class="what">
        <strong class="id">{r.id}</strong> <span class={`badge ${r.verdict === "confirmed" ? "race" : ""}`}>{words[r.verdict]}</span> <Access side={r.left} />
        <span class="slash"> / </span>
        <Access side={r.right} />
      </p>
      {r.reason || r.note ? <p class="note">{r.reason ?? r.note}</p> : null}
      <div class="row">
        <Action kind="primary" run={() => openRace(r.id)} off={r.verdict === "confirmed" ? "" : "There is no execution in which these two race."} label={`Step to it: ${r.id}`}>
          Step to it
        </Action>
        <Explained what={[r.id]} name="Why it is reported" />
      </div>
    </li>
  );
}

function LeftOut(p: { filtered: Filtered }): JSX.Element {
  const f = p.filtered;
  const s = searched.value?.text === known.value?.text ? searched.value?.document : undefined;
  const t = truth(f, s);
  return (
    <li class="card">
      <p class="what">
        <strong class="id">{f.id}</strong> <Access side={f.left} />
        <span class="slash"> / </span>
        <Access side={f.right} />
      </p>
      <p class="note">
        {reasonText(f)}. {t === "never" ? "Rightly so: no interleaving races here." : t === "races" ? "It does race: RacerDX is silent to stay without false alarms." : ""}
      </p>
      <Explained what={[f.id]} name="Why it is left out" />
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

/** Explained asks for an explanation in the words of the terminal. */
function Explained(p: { what: string[]; name: string }): JSX.Element {
  const [text, set] = useState<string | undefined>(undefined);
  const toggle = async (): Promise<void> => {
    if (text !== undefined) {
      set(undefined);
      return;
    }
    const program = current.value;
    if (!program) return;
    try {
      const mode = hello.value?.analyses.find((a) => a.name === analysis.value)?.mode ? analysis.value : undefined;
      set((await ask("check", "explain", { name: program.name, program: program.text, what: p.what, ...(mode ? { analysis: mode } : {}) })).text);
    } catch (error) {
      const problem = problemOf(error);
      set(problem ? problem.text || problem.message : "");
    }
  };
  return (
    <div class="explained">
      <button type="button" class="link" aria-expanded={text !== undefined} onClick={() => void toggle()}>
        {p.name}
      </button>
      {text !== undefined ? <Text label={p.name}>{text}</Text> : null}
    </div>
  );
}
