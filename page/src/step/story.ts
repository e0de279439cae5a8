// The first screen: burble plays up to its race once, before the engine starts.
import { effect, signal } from "@preact/signals";
import type { Program } from "../store/programs";
import first from "./first.json";
import { draw, stepper } from "./open";
import type { Stepper } from "./stepper";

/** The session of the story; undefined once the student steps it or another program. */
export const story = signal<Stepper | undefined>(undefined);

const pace = 1300; // milliseconds between its states

/** Shows the story's states in turn. It stops for good at the last state or the first touch, and at
 * once for students who prefer reduced motion. */
export function playStory(p: Program): void {
  const views = first.views;
  const s = draw(p, views[0]);
  story.value = s;
  const watched = new AbortController();
  let n = 0;
  const next = (): void => {
    s.draw(views[++n]!);
    timer = window.setTimeout(n + 1 < views.length ? next : rest, pace);
  };
  const rest = (): void => {
    window.clearTimeout(timer);
    watched.abort();
    if (s.view.peek()?.session === 0) s.draw(views[2]);
    s.warm();
  };
  effect(() => {
    const left = stepper.value !== s || ((s.view.value?.session ?? 0) > 0 && s.touched);
    if (left && story.peek() === s) story.value = undefined;
  });
  for (const touch of ["pointerdown", "keydown", "wheel"])
    window.addEventListener(touch, rest, { capture: true, signal: watched.signal });
  let timer = window.setTimeout(next, pace);
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) rest();
}
