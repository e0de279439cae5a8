// The region Lab: lessons, the theorem, comparison, exploration.
import type { JSX } from "preact";
import { absent, hello } from "../engine/client";
import { TabPanel, Tabs, Working } from "../ui/parts";
import { type LabTab, labTab, labTabs } from "../ui/state";
import { CompareTab } from "./compare";
import { ExploreTab } from "./explore";
import { LessonsTab } from "./lessons";
import { TheoremTab } from "./theorem";

const names: Record<LabTab, string> = { lessons: "Lessons", theorem: "Theorem", compare: "Compare", explore: "Explore" };
const tabs = labTabs.map((id) => ({ id, name: names[id] }));
const contents: Record<LabTab, () => JSX.Element> = { lessons: LessonsTab, theorem: TheoremTab, compare: CompareTab, explore: ExploreTab };

export function Lab(): JSX.Element {
  const tab = labTab;
  const Shown = contents[tab.value];
  return (
    <>
      <div class="bar">
        <h2 class="title">Lab</h2>
        <Tabs label="Lab" tabs={tabs} current={tab.value} choose={(t) => (tab.value = t)} />
      </div>
      <div class="scroll">
        <TabPanel id={tab.value}>{hello.value ? <Shown /> : <div class="pad">{absent.value ? <p>There is no engine, which everything here needs.</p> : <Working what="The engine is starting." />}</div>}</TabPanel>
      </div>
    </>
  );
}
