// The region Lab: lessons, the theorem, comparison, exploration.
import type { JSX } from "preact";
import { absent, hello } from "../engine/client";
import { Working } from "../ui/parts";
import { type LabTab, labTab } from "../ui/state";
import { CompareTab } from "./compare";
import { ExploreTab } from "./explore";
import { LessonsTab } from "./lessons";
import { TheoremTab } from "./theorem";

const contents: Record<LabTab, () => JSX.Element> = {
  lessons: LessonsTab,
  theorem: TheoremTab,
  compare: CompareTab,
  explore: ExploreTab,
};

export function Lab() {
  const Shown = contents[labTab.value];
  if (hello.value) return <Shown />;
  return (
    <div class="pad">
      {absent.value ? (
        <p>There is no engine, which everything here needs.</p>
      ) : (
        <Working what="The engine is starting." />
      )}
    </div>
  );
}
