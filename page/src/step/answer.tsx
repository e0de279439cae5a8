// Something to read that a command gave: an explanation, repairs, a list; or a question.
import type { AnswerView, Asked } from "../protocol";
import * as programs from "../store/programs";
import { Action, Panel, Text } from "../ui/parts";
import { go } from "../ui/state";
import type { Stepper } from "./stepper";

export function AnswerPanel(p: { stepper: Stepper; answer: AnswerView }) {
  const a = p.answer;
  if (a.question) return <QuestionPanel stepper={p.stepper} question={a.question} />;
  const text = [...a.lines, ...a.rows.map(([x, y]) => `${x.padEnd(10)} ${y}`)].join("\n");
  return (
    <Panel
      title={a.title || "Answer"}
      id="answer"
      class="answer"
      tools={<Action run={() => (p.stepper.answer.value = undefined)}>Close</Action>}>
      {text ? <Text label={a.title || "Answer"}>{text}</Text> : null}
      {a.programs.map((c) => (
        <div class="proposal">
          <h4>{c.title}</h4>
          <pre class="text diff" tabIndex={0} role="group" aria-label={`Change: ${c.title}`}>
            {c.diff.map((l) => (
              <span class={l.startsWith("+") ? "plus" : l.startsWith("-") ? "minus" : ""}>
                {l}
                {"\n"}
              </span>
            ))}
          </pre>
          {c.table.length > 0 ? <Text label="Before and after">{c.table.join("\n")}</Text> : null}
          {c.notes.map((n) => (
            <p class="note">{n}</p>
          ))}
          <Action
            kind="primary"
            run={() => {
              programs.add(p.stepper.name.replace(/(\.il)?$/, "-fixed.il"), c.program);
              go("program", true);
            }}>
            Open as a program
          </Action>
        </div>
      ))}
    </Panel>
  );
}

/** QuestionPanel is a question, which one of its answers takes away. */
function QuestionPanel(p: { stepper: Stepper; question: Asked }) {
  const q = p.question;
  return (
    <Panel
      title={q.counts ? "Prediction" : "Question"}
      id="answer"
      class="answer"
      tools={<Action run={() => (p.stepper.answer.value = undefined)}>Close</Action>}>
      <div class="question" role="group" aria-label={q.text}>
        <p>{q.text}</p>
        {q.answers.map((x) => (
          <Action run={() => p.stepper.line(x.line)}>{x.text}</Action>
        ))}
      </div>
    </Panel>
  );
}
