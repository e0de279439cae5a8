// What can be said of the objects of a state, as the engine gives them.
import type { ObjectView } from "../protocol";

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
