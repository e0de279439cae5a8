// One part of Step alone: its threads, its memory or its trace.
import { signal } from "@preact/signals";
import { say } from "../ui/state";

const parts = ["threads", "analysis", "memory", "trace"] as const;
type Part = (typeof parts)[number];

/** The part that is shown alone; empty for all. */
export const zoomed = signal<Part | "">("");

let last: Part = "threads"; // that had the focus

/** enter notes which part has the focus. */
export function enter(e: FocusEvent): void {
  const inside = e.target instanceof Element ? e.target : undefined;
  last = parts.find((p) => inside?.closest(`.step > .${p}`)) ?? last;
}

/** zoom shows the part that had the focus last alone, or all again. */
export function zoom(): void {
  zoomed.value = zoomed.value ? "" : last;
  say(zoomed.value ? `The ${zoomed.value} alone.` : "All parts.");
}
