// The first screen: burble comes to its race by itself, once, before the engine is there.
import { effect, signal } from "@preact/signals";
import type { Program } from "../store/programs";
import first from "./first.json";
import { draw, stepper } from "./open";
import type { Stepper } from "./stepper";

/** Told is the story of the first screen: whose it is, and what is known of its program. */
interface Told {
  stepper: Stepper;
  verdict: { races: number; states: number };
}

/** The story; undefined once the student has touched anything, or another program is stepped. */
export const story = signal<Told | undefined>(undefined);

const pace = 1300; // milliseconds between its states

/** tell shows the states of the story one after the other. It stops for ever at the last one, at the
 * first touch, and at once for those who want no motion. */
export function tell(p: Program): void {
  const views = first.views;
  const s = draw(p, views[0]);
  story.value = { stepper: s, verdict: first.verdict };
  let n = 0;
  const next = (): void => {
    if (++n >= views.length) return;
    s.draw(views[n]!);
    timer = window.setTimeout(n + 1 < views.length ? next : rest, pace);
  };
  const rest = (): void => {
    window.clearTimeout(timer);
    if (s.view.peek()?.session === 0) s.draw(views[2]);
    s.warm();
  };
  const touched = (): void => {
    rest();
    for (const e of touches) window.removeEventListener(e, touched, true);
  };
  effect(() => {
    const left = stepper.value !== s || ((s.view.value?.session ?? 0) > 0 && s.touched);
    if (left && story.peek()?.stepper === s) story.value = undefined;
  });
  for (const e of touches) window.addEventListener(e, touched, true);
  let timer = window.setTimeout(next, pace);
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) rest();
}

const touches = ["pointerdown", "keydown", "wheel"];
