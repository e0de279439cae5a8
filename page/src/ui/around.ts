// The way around the page by F6: from part to part, where Tab goes from control to control.

/** What is a part: a region, the program, and in Step the memory, the analysis, the trace. */
const parts = ".region, .region .program, .region.step .memory, .playhead, .region .tablebox";

/** around puts the focus on the next part, or the one before, and tells whether there is
 * one: behind the last part the browser's own way goes on. */
export function around(back: boolean): boolean {
  if (document.querySelector("dialog[open]")) return false;
  const all = [...document.querySelectorAll<HTMLElement>(parts)].filter((e) => e.checkVisibility());
  const at = all.findLastIndex((e) => e.contains(document.activeElement));
  const next = at < 0 ? (back ? all.at(-1) : all[0]) : all[at + (back ? -1 : 1)];
  next?.focus();
  return next !== undefined;
}
