// The printed page: program, schedule and memory, or the task being played.
import { render } from "preact";
import { game, gameStepper, opening } from "./lab/game";
import type { GameView, View } from "./protocol";
import { claimText } from "./step/panels";
import { Heap } from "./step/heap";
import { stepper } from "./step/open";
import { current } from "./store/programs";
import { Prose } from "./ui/parts";
import { labTab, region } from "./ui/state";
import { letter, sentence } from "./ui/words";

/** Builds the printed page whenever the browser prints. */
export function onPaper(): void {
  window.addEventListener("beforeprint", () => {
    const paper = document.createElement("section");
    paper.className = paper.id = "paper";
    render(<Paper />, paper);
    document.body.append(paper);
  });
  window.addEventListener("afterprint", () => document.getElementById("paper")?.remove());
}

function Paper() {
  const lessons = region.value === "lab" && labTab.value === "lessons";
  const g = lessons ? game.value : undefined;
  if (lessons && !g && opening.value) return <p>The lesson is being opened. Print it once it is there.</p>;
  const p = current.value;
  const s = g ? gameStepper.value : stepper.value;
  const v = s?.view.value;
  return (
    <>
      {g ? <Task game={g} /> : <h1>{v ? `${v.file}: ${v.pair.replace(",", " ‖ ")}` : (p?.name ?? "wobbly")}</h1>}
      {v ? <State view={v} /> : null}
      <Numbered text={g ? g.task.program : s && v ? s.text : (p?.text ?? "")} />
      {v ? <p>{v.line}</p> : null}
    </>
  );
}

function Task({ game: g }: { game: GameView }) {
  const t = g.task;
  return (
    <>
      <h1>{`${g.number}. ${g.title}`}</h1>
      <Prose text={g.idea} />
      <Prose text={g.text} />
      <h2>{`Task ${t.number} of ${g.tasks.length}: ${t.title}`}</h2>
      <Prose text={t.text} />
      {t.goals.map((goal) => <p>Goal: {goal}</p>)}
      {t.start ? <p>At the start: {t.start}.</p> : null}
      {t.question ? <p>{t.question.text}</p> : null}
      {t.question?.choices.map((c, i) => <p>{letter(i)}) {c}</p>)}
    </>
  );
}

function State(p: { view: View }) {
  const { headline, schedule, heap, race, claim } = p.view;
  return (
    <>
      <p>{headline}</p>
      <p>Schedule: {schedule || "empty"}. Initial state: {heap}.</p>
      {race ? <p>!! {race.text}</p> : null}
      {claim ? <p>Refuted: {claimText(claim)}. It is about {claim.instance}. {sentence(claim.why)}</p> : null}
      <Heap view={p.view} session={p.view} />
    </>
  );
}

/** A program with line numbers. A line too long for the paper wraps after its number. */
function Numbered(p: { text: string }) {
  const lines = p.text.replace(/\n+$/, "").split("\n");
  const width = String(lines.length).length;
  return (
    <pre style={{ "--number": `${width + 2}ch` }}>
      {lines.map((l, i) =>
        // Annotations for the tests of the examples are not printed.
        /^\/\/ (expect|truth) /.test(l) ? null : <span>{`${String(i + 1).padStart(width)}  ${l}\n`}</span>,
      )}
    </pre>
  );
}
