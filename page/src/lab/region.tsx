// The region Lab: lessons, the theorem, comparison, exploration.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { hello } from "../engine/client";
import { TabPanel, Tabs, Working } from "../ui/parts";
import { CompareTab } from "./compare";
import { ExploreTab } from "./explore";
import { LessonsTab } from "./lessons";
import { TheoremTab } from "./theorem";

const tabs = [
  { id: "lessons", name: "Lessons" },
  { id: "theorem", name: "Theorem" },
  { id: "compare", name: "Compare" },
  { id: "explore", name: "Explore" },
] as const;
type Tab = (typeof tabs)[number]["id"];

export const tab = signal<Tab>("lessons");

export function Lab(): JSX.Element {
  const what = { lessons: LessonsTab, theorem: TheoremTab, compare: CompareTab, explore: ExploreTab }[tab.value];
  const Shown = what;
  return (
    <>
      <div class="bar">
        <h2 class="title">Lab</h2>
        <Tabs label="Lab" tabs={tabs} current={tab.value} choose={(t) => (tab.value = t)} />
      </div>
      <div class="scroll">
        <TabPanel id={tab.value}>{hello.value ? <Shown /> : <Working what="The engine is starting." />}</TabPanel>
      </div>
    </>
  );
}
