// On paper: the program, the schedule and the picture, or the task of the lesson that is
// played, whatever is on the screen.
import { game, gameStepper, opening } from "./lab/game";
import type { GameView, View } from "./protocol";
import { stepper } from "./step/open";
import { h, render } from "preact";
import { claimText } from "./step/claim";
import { Heap } from "./step/heap";
import { current } from "./store/programs";
import { labTab, region } from "./ui/state";
import { letter, paragraphs, sentence } from "./ui/words";

/** onPaper puts together what is printed when something is. */
export function onPaper(): void {
  window.addEventListener("beforeprint", () => document.body.append(sheet()));
  window.addEventListener("afterprint", () => document.getElementById("paper")?.remove());
}

function sheet(): HTMLElement {
  const sheet = document.createElement("section");
  sheet.className = "paper";
  sheet.id = "paper";
  const line = (tag: string, text: string): void => {
    const e = document.createElement(tag);
    e.textContent = text;
    sheet.append(e);
  };
  const lessons = region.value === "lab" && labTab.value === "lessons";
  const g = lessons ? game.value : undefined;
  if (lessons && !g && opening.value) {
    line("p", "The lesson is being opened. Print it once it is there.");
    return sheet;
  }
  const p = current.value;
  const s = g ? gameStepper.value : stepper.value;
  const v = s?.view.value;
  if (g) task(g, line);
  else line("h1", v ? `${v.file}: ${v.pair.replace(",", " ‖ ")}` : (p?.name ?? "wobbly"));
  if (v) state(v, sheet, line);
  sheet.append(numbered(g ? g.task.program : s && v ? s.text : (p?.text ?? "")));
  if (v) line("p", v.line);
  return sheet;
}

/** task is what a lesson tells, and what its task asks for. */
function task(g: GameView, line: (tag: string, text: string) => void): void {
  const t = g.task;
  const prose = (text: string): void => paragraphs(text).forEach((p) => line(p.asIs ? "pre" : "p", p.text));
  line("h1", `${g.number}. ${g.title}`);
  prose(g.idea);
  prose(g.text);
  line("h2", `Task ${t.number} of ${g.tasks.length}: ${t.title}`);
  prose(t.text);
  for (const goal of t.goals) line("p", `Goal: ${goal}`);
  if (t.start) line("p", `At the start: ${t.start}.`);
  if (!t.question) return;
  line("p", t.question.text);
  t.question.choices.forEach((c, i) => line("p", `${letter(i)}) ${c}`));
}

/** state is where a session stands, and how it came there. */
function state(v: View, sheet: HTMLElement, line: (tag: string, text: string) => void): void {
  line("p", v.headline);
  line("p", `Schedule: ${v.schedule || "empty"}. Initial state: ${v.heap}.`);
  if (v.race) line("p", `!! ${v.race.text}`);
  if (v.claim) line("p", `Refuted: ${claimText(v.claim)}. It is about ${v.claim.instance}. ${sentence(v.claim.why)}`);
  const box = document.createElement("div");
  render(h(Heap, { view: v, session: v, detail: "all" }), box);
  sheet.append(box);
}

/** numbered is a program with the numbers of its lines, which all else speaks of. What does not
 * fit in a line of the paper goes on below it, behind the number. */
function numbered(text: string): HTMLElement {
  const lines = text.replace(/\n+$/, "").split("\n");
  const width = String(lines.length).length;
  const pre = document.createElement("pre");
  pre.style.setProperty("--number", `${width + 2}ch`);
  lines.forEach((l, i) => {
    if (/^\/\/ (expect|truth) /.test(l)) return; // for the tests of the examples
    const line = document.createElement("span");
    line.textContent = `${String(i + 1).padStart(width)}  ${l}\n`;
    pre.append(line);
  });
  return pre;
}
