// Embedded in another page: nothing starts before a click, and what is out of
// sight sleeps. Several can stand on one page, each in its frame.
import { sleep, wake } from "./engine/client";

/** embed shows what would be shown, and starts on a click. */
export function embed(root: HTMLElement, start: () => Promise<void>): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "action primary start";
  button.textContent = "Start wobbly";
  const note = document.createElement("p");
  note.textContent = "Step two threads through this program, here in your browser.";
  const box = document.createElement("div");
  box.className = "empty";
  box.append(note, button);
  root.replaceChildren(box);
  button.addEventListener("click", () => {
    void start().then(() => {
      new IntersectionObserver((entries) => {
        if (entries.at(-1)?.isIntersecting) wake();
        else sleep();
      }).observe(document.documentElement);
    });
  });
}
