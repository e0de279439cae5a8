// A thread: its code with the next statement, what comes next in words or why
// nothing can, its variables.
import type { JSX } from "preact";
import type { ThreadView, View } from "../protocol";
import { Action } from "../ui/parts";
import { stretchAt, windowed } from "./code";
import type { Stepper } from "./stepper";

const most = 60; // lines of code that are shown at once

export function Thread(p: { stepper: Stepper; view: View; thread: ThreadView }): JSX.Element {
  const t = p.thread;
  const kind = t.name.toLowerCase();
  return (
    <div role="group" class={`thread ${kind} ${t.races ? "racing" : ""} ${t.depth > 0 ? "locked" : ""}`} aria-label={`Thread ${t.name}, ${t.unit}`}>
      <header>
        <strong>
          {t.name} <span class="unit">{t.inside && t.inside !== t.unit ? `${t.unit} › ${t.inside}` : t.unit}</span>
        </strong>
        <span class="grow" />
        <span class="lockmark">{t.depth > 0 ? `═ lock, depth ${t.depth}` : "no lock"}</span>
      </header>
      <Code {...p} />
      <p class={`next ${t.races ? "race" : ""}`}>
        <span class="mark" aria-hidden="true">
          {t.races ? "!!" : t.stop === "waits" ? "#" : t.stop === "choice" ? "?" : t.stop === "ended" ? "·" : ">"}
        </span>{" "}
        {t.text}
      </p>
      {t.options.length > 0 ? (
        <div class="row">
          {t.options.map((o) => (
            <Action run={() => void p.stepper.line(o.line)} kind={kind} title={o.text}>
              {t.name} {o.text}
            </Action>
          ))}
        </div>
      ) : null}
      <Variables thread={t} />
    </div>
  );
}

function Code(p: { stepper: Stepper; view: View; thread: ThreadView }): JSX.Element {
  const t = p.thread;
  const s = windowed(stretchAt(p.stepper.text, t.at.from), t.at.line, most);
  const last = p.view.last;
  const claimed = p.view.claim?.accesses.find((a) => a.thread === t.name)?.line;
  const runTo = (line: number, text: string): void => {
    const col = text.length - text.trimStart().length + 1;
    void p.stepper.line(`until ${t.name} at ${line}:${col}`).then(() => p.stepper.line("continue"));
  };
  const key = (e: KeyboardEvent): void => {
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[e.key];
    const rows = [...(e.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("li")];
    const at = rows.findIndex((r) => r === document.activeElement);
    if (by) rows[at < 0 ? rows.findIndex((r) => r.ariaCurrent === "step") : Math.max(0, Math.min(at + by, rows.length - 1))]?.focus();
    else if (e.key === "Enter" && at >= 0) runTo(s.first + at, s.lines[at]!);
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  return (
    <div class="code" tabIndex={0} role="group" aria-label={`Code of thread ${t.name}. Up and down choose a line, Enter runs to it.`} onKeyDown={key}>
      {s.before > 0 ? <p class="cut">{s.before} lines above</p> : null}
      <ol start={s.first}>
        {s.lines.map((text, i) => {
          const line = s.first + i;
          const next = t.stop !== "ended" && line === t.at.line;
          const done = last?.thread === t.name && line === last.at.line;
          return (
            <li value={line} tabIndex={-1} title={`Twice: run ${t.name} to here`} class={`${next ? "now" : ""} ${next && t.races ? "race" : ""} ${done ? "done" : ""} ${line === claimed ? "claimed" : ""}`} aria-current={next ? "step" : undefined} onDblClick={() => runTo(line, text)}>
              <span class="sign" aria-hidden="true">
                {next ? (t.races ? "!!" : ">") : done ? "*" : ""}
              </span>
              <span class="number">{line}</span>
              <span class="indent">{/^\s*/.exec(text)![0]}</span>
              <code>{text.trimStart() || " "}</code>
              {line === claimed ? <span class="badge">claimed</span> : null}
            </li>
          );
        })}
      </ol>
      {s.after > 0 ? <p class="cut">{s.after} lines below</p> : null}
    </div>
  );
}

function Variables(p: { thread: ThreadView }): JSX.Element {
  return (
    <dl class="vars" aria-label={`Variables of thread ${p.thread.name}`}>
      {p.thread.frames.slice(0, 8).map((f, i) => (
        <div class="frame">
          {p.thread.frames.length > 1 ? (
            <dt class="call">
              {i === 0 ? "in " : "called from "}
              {f.unit}
            </dt>
          ) : null}
          {f.vars
            .filter((v) => !v.hidden)
            .map((v) => (
              <dd class={v.changed ? "changed" : ""}>
                <var>{v.name}</var> = {v.changed && v.before ? <s>{v.before}</s> : null} {v.value}
                {v.changed ? <b> *</b> : null}
              </dd>
            ))}
        </div>
      ))}
    </dl>
  );
}
