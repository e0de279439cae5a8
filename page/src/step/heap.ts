// What can be said of the objects of a state, as the engine gives them.
import type { MoveView, ObjectView, View } from "../protocol";

const deepest = 6; // fields of a path

/** pathsTo lists paths from variables that lead to an object, the shortest first: at
 * most so many, none through the object itself. */
export function pathsTo(objects: readonly ObjectView[], to: string, most: number): string[] {
  const found: string[] = [];
  let ends = [{ object: to, fields: "", seen: [to] }];
  for (let depth = 0; depth <= deepest && ends.length > 0 && found.length < most; depth++) {
    found.push(...ends.flatMap((e) => (objects.find((o) => o.name === e.object)?.holders ?? []).map((root) => root + e.fields)));
    ends = ends
      .flatMap((e) =>
        objects.flatMap((o) => (e.seen.includes(o.name) ? [] : o.cells.filter((c) => c.value === e.object).map((c) => ({ object: o.name, fields: `.${c.field}${e.fields}`, seen: [...e.seen, o.name] })))),
      )
      .slice(0, 200);
  }
  return found.slice(0, most);
}

/** writtenBy is the move that wrote a cell last; undefined if the view's stretch of the
 * trace has none. */
export function writtenBy(view: View, cell: string): MoveView | undefined {
  return view.trace.moves.findLast((m) => m.n <= view.at && m.writes === cell);
}

/** What the memory shows. */
export type Detail = "all" | "changed" | "shared";
export const details: readonly { id: Detail; name: string }[] = [
  { id: "all", name: "all objects" },
  { id: "changed", name: "what changed" },
  { id: "shared", name: "what both threads can reach" },
];

/** shownObjects are the objects that are to be shown. */
export function shownObjects(objects: readonly ObjectView[], detail: Detail): ObjectView[] {
  switch (detail) {
    case "all":
      return [...objects];
    case "changed":
      return objects.filter((o) => o.new || o.cells.some((c) => c.changed));
    case "shared":
      return objects.filter((o) => o.shared);
  }
}
