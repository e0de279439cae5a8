// Long lists: the first ones, and a way to the others.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Action } from "./parts";
import { count } from "./words";

/** useMore is what is shown of a list, and the button that shows more; null if all is
 * shown. */
export function useMore<T>(all: readonly T[], noun: string, most = 50): [readonly T[], JSX.Element | null] {
  const [shown, show] = useState(most);
  const left = all.length - shown;
  if (left <= 0) return [all, null];
  const next = Math.min(left, 10 * most);
  return [
    all.slice(0, shown),
    <p class="more">
      <Action
        run={() =>
          show(shown + next)
        }>{`Show ${next === left ? "" : `${next} of `}the other ${count(left, noun)}`}</Action>
    </p>,
  ];
}
