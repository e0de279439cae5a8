// On paper: the program, the schedule and the picture, whatever is on the screen.
import { stepper } from "./step/open";
import { draw } from "./step/picture";
import { current } from "./store/programs";

/** onPaper puts together what is printed when something is. */
export function onPaper(): void {
  window.addEventListener("beforeprint", () => {
    const sheet = document.createElement("section");
    sheet.className = "paper";
    sheet.id = "paper";
    const p = current.value;
    const s = stepper.value;
    const v = s?.view.value;
    const line = (tag: string, text: string): void => {
      const e = document.createElement(tag);
      e.textContent = text;
      sheet.append(e);
    };
    line("h1", v ? `${v.file}: ${v.pair.replace(",", " ‖ ")}` : (p?.name ?? "wobbly"));
    if (v) {
      line("p", v.headline);
      line("p", `Schedule: ${v.schedule || "empty"}. Initial state: ${v.heap}.`);
      if (v.race) line("p", `!! ${v.race.text}`);
      if (v.svg) {
        const box = document.createElement("div");
        draw(box, v.svg, "light");
        sheet.append(box);
      }
    }
    line("pre", s && v ? s.text : (p?.text ?? ""));
    if (v) line("p", v.line);
    document.body.append(sheet);
  });
  window.addEventListener("afterprint", () => document.getElementById("paper")?.remove());
}
