// What an attempt has come to: each goal, and the execution that shows why it is not met.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { GameView, ShownView } from "../protocol";
import { openProgram } from "../step/open";
import * as programs from "../store/programs";
import { Action, Prose } from "../ui/parts";
import { go } from "../ui/state";
import { count, sentence } from "../ui/words";
import { judged } from "./game";

const most = 40; // steps that are listed

export function Verdict(p: { game: GameView }): JSX.Element {
  const v = p.game.task.verdict!;
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => card.current?.scrollIntoView({ block: "start" }), [judged.value]); // what was checked stands below it
  const first = v.goals.findIndex((g) => g.shown);
  return (
    <div class="card says verdict" ref={card}>
      <p>
        <strong>{v.verdict === "undecided" ? "Not decided." : "Not done."}</strong>
      </p>
      {v.says ? <Prose text={v.says} /> : null}
      <ul>
        {v.goals.map((g, i) => (
          <li>
            <p>
              <strong class={g.verdict === "met" ? "met" : "unmet"}>{g.verdict}</strong> {g.goal}
              {g.why ? `: ${sentence(g.why)}` : ""}
            </p>
            {g.shown ? <Shown shown={g.shown} goal={g.goal} game={p.game} open={i === first} /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shown is an execution, and leads to its end in Step. */
export function Shown(p: { shown: ShownView; goal: string; game: GameView; open: boolean }): JSX.Element {
  const s = p.shown;
  const step = async (): Promise<void> => {
    const { number } = p.game;
    const added = programs.add(s.name, s.program);
    await openProgram(added, { schedule: s.line }, { name: `Back to lesson ${number}`, go: () => go("lab", true) });
  };
  const more = s.steps.length - most;
  return (
    <div class="execution">
      <p>
        A runs <code>{s.units[0]}</code>, B runs <code>{s.units[1]}</code>, from the initial state <code>{s.heap}</code>. Schedule: <code>{s.schedule || "none, it is the initial state"}</code>.
      </p>
      {s.steps.length > 0 ? (
        <details open={p.open}>
          <summary>{count(s.steps.length, "step")}</summary>
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
      {s.cells.length > 0 ? <p>Then {s.cells.join(", ")}.</p> : null}
      {s.race ? <p>{sentence(s.race)}</p> : null}
      <div class="row">
        <Action kind="primary" run={() => void step()} label={`Step to it: ${p.goal}`} title="The program in the editor, and the state that shows why">
          Step to it
        </Action>
      </div>
    </div>
  );
}
