// What an attempt has come to: each goal, and the execution that shows why it is not met.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { GameView, ShownView } from "../protocol";
import { Action, Prose } from "../ui/parts";
import { count, sentence } from "../ui/words";
import { judged, lookAt } from "./game";

const most = 40; // steps that are listed

export function Verdict(p: { game: GameView }) {
  const v = p.game.task.verdict!;
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => card.current?.scrollIntoView({ block: "nearest" }), [judged.value]);
  return (
    <div class="card says verdict" ref={card}>
      <p>
        <strong>{v.verdict === "undecided" ? "Not decided." : "Not yet."}</strong>
      </p>
      {v.says ? <Prose text={v.says} /> : null}
      <ul>
        {v.goals.map((g) => (
          <li>
            <p>
              <strong class={g.verdict === "met" ? "met" : "unmet"}>
                {g.verdict === "met" ? "✓" : g.verdict === "undecided" ? "?" : "✗"}
                <span class="unseen"> {g.verdict}</span>
              </strong>{" "}
              {g.goal}
              {g.why ? `: ${sentence(g.why)}` : ""}
            </p>
            {g.shown ? <Shown shown={g.shown} what={g.goal} does="shows it" /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shown is an execution, and leads to its end on the stage. */
export function Shown(p: { shown: ShownView; what: string; does?: string }) {
  const s = p.shown;
  const does = p.does ?? "did it";
  const more = s.steps.length - most;
  return (
    <div class="execution">
      <p>
        {s.schedule ? (
          <>
            The schedule <code>{s.schedule}</code> {does}.
          </>
        ) : (
          `The initial state ${does}.`
        )}{" "}
        {s.race ? sentence(s.race) : s.cells.length > 0 ? `At its end ${s.cells.join(", ")}.` : ""}
      </p>
      <div class="row">
        <Action kind="primary" run={() => lookAt(s, p.what)} aria-label={`Go there: ${p.what}`}>
          Go there
        </Action>
      </div>
      {s.steps.length > 0 ? (
        <details>
          <summary>{count(s.steps.length, "step")}</summary>
          <p class="note">
            A runs <code>{s.units[0]}</code>, B runs <code>{s.units[1]}</code>, from the initial state{" "}
            <code>{s.heap}</code>.
          </p>
          <ol>
            {s.steps.slice(0, most).map((x) => (
              <li>
                <code>{x.at}</code> {x.does}
              </li>
            ))}
          </ol>
          {more > 0 ? <p class="note">And {count(more, "more step", "more steps")}.</p> : null}
        </details>
      ) : null}
    </div>
  );
}
