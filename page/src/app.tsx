// The whole page: header, region, notices and dialogs.
import type { JSX } from "preact";
import { actions } from "./actions";
import { unready, absent, hello } from "./engine/client";
import { known, stale } from "./races/analysis";
import { Races } from "./races/region";
import { pageOf } from "./links";
import { addressOf, frameOf, linkHere, share, shared, unshared } from "./share";
import { press, Step } from "./step/region";
import { current, some } from "./store/programs";
import { Action, Asking, copy, Dialog, download, Working } from "./ui/parts";
import { dismiss, notices } from "./ui/notices";
import { Palette, palette } from "./ui/palette";
import { embedded, go, help, labTab, labTabs, region, regionNames, said, say, showLab } from "./ui/state";
import type { LabTab, Region } from "./ui/state";
import { sentence } from "./ui/words";
import { CompareTab } from "./lab/compare";
import { ExploreTab } from "./lab/explore";
import { LessonsTab } from "./lab/lessons";
import { TheoremTab } from "./lab/theorem";

const contents: Record<Exclude<Region, "program">, () => JSX.Element> = { races: Races, step: Step, lab: Lab };

export function App() {
  const r = region.value === "program" ? "step" : region.value;
  const Contents = contents[r];
  return (
    <>
      <Head />
      <Notices />
      <main>
        <section
          class={`region ${r}`}
          id={`region-${r}`}
          key={r}
          tabIndex={-1}
          aria-label={r === "lab" ? tabs[labTab.value].name : regionNames[r]}
          onKeyDown={r === "step" ? press : undefined}>
          {r === "lab" ? <h2 class="unseen">{tabs[labTab.value].name}</h2> : null}
          <Contents />
        </section>
      </main>
      <p class="unseen" role="status" aria-live="polite" id="said">{said}</p>
      {shared.value ? <Shared /> : null}
      {palette.value ? <Palette actions={actions} /> : null}
      <Asking />
      {embedded ? <Whole /> : null}
    </>
  );
}

const tabs: Record<LabTab, { name: string; contents: () => JSX.Element }> = {
  lessons: { name: "Lessons", contents: LessonsTab },
  theorem: { name: "Theorem", contents: TheoremTab },
  compare: { name: "Compare", contents: CompareTab },
  explore: { name: "Explore", contents: ExploreTab },
};

function Head() {
  if (embedded) return null;
  const sum = some.value ? known.value?.races : undefined;
  const tab = (name: string, shown: boolean, run: () => void, more?: JSX.Element | null) => (
    <Action class={`tab ${shown ? "shown" : ""}`} aria-current={shown ? "page" : undefined} run={run}>
      {name}
      {more}
    </Action>
  );
  const found = sum && sum.number !== "0" ? <span class={`badge ${sum.real ? "race" : ""}`}>{sum.number}</span> : null;
  return (
    <header class="head" data-known={known.value && !stale.value ? known.value.id : undefined}>
      <h1 class="brand">wobbly</h1>
      <nav aria-label="Regions">
        {tab("Step", region.value === "step", () => go("step", true))}
        {tab("Races", region.value === "races", () => go("races", true), found)}
        {labTabs.map((t) => tab(tabs[t].name, region.value === "lab" && labTab.value === t, () => showLab(t)))}
      </nav>
      <span class="grow" />
      <div class="tools">
        <Action kind="plain" run={share} off={unshared()}>Share</Action>
        <Action kind="plain" run={help} title="What this is, the language IL, and the keys">Help</Action>
        <Action
          kind="plain"
          run={() => (palette.value = { text: "" })}
          keys="Ctrl K"
          title="Everything that can be done, by its words">
          All actions
        </Action>
      </div>
    </header>
  );
}

function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map((n) => (
        <div class={`notice ${n.kind}`} key={n.id}>
          <p>{n.text}</p>
          {n.actions.map((a) => <Action run={a.run} kind="primary">{a.name}</Action>)}
          <Action class="close" aria-label="Dismiss" run={() => dismiss(n.id)}>×</Action>
        </div>
      ))}
    </div>
  );
}

/** The footer of a frame, with a button that opens the same place in the whole page. */
function Whole() {
  const open = async (): Promise<void> => {
    const tab = window.open("about:blank", "_blank");
    const link = unready() ? undefined : await linkHere();
    if (tab) tab.location.href = addressOf(link?.hash ?? window.location.hash.slice(1).split("~")[0]!);
  };
  return (
    <footer class="whole">
      <strong>{region.value === "lab" ? "Lessons" : current.value?.name}</strong>
      {region.value === "lab" ? null : (
        <nav aria-label="Regions">
          {(["step", "races"] as const).map((r) => (
            <Action kind="plain" run={() => go(r)} aria-pressed={region.value === r}>{regionNames[r]}</Action>
          ))}
        </nav>
      )}
      <span class="grow" />
      <Action run={() => open()} title="In a tab of its own, with editor and races, at this place">
        Open the whole page
      </Action>
    </footer>
  );
}

/** Length of the longest address that every browser opens, in characters. */
const opened = 1_000_000;

const base = (): string => (current.value?.name ?? "program").replace(/\.il$/, "");

function Shared() {
  const s = shared.value!;
  const address = addressOf(s.hash);
  const give = async (text: string, what: string): Promise<void> => {
    const failed = "The browser does not let this page copy; select the text and copy it.";
    say((await copy(text)) ? `${what} is on the clipboard.` : failed);
  };
  const markdown = s.markdown.replaceAll("{ADDRESS}", addressOf("").replace(/#$/, ""));
  return (
    <Dialog title="Share" kind="share" closed={() => (shared.value = undefined)}>
      <p>
        Everything stands behind the # of the address; nothing is sent anywhere.{" "}
        {s.claim ? `It claims: ${sentence(s.claim)}` : ""}
      </p>
      <label class="address">
        <span>Link, {address.length} characters</span>
        <textarea readOnly rows={4} value={address} onFocus={(e) => e.currentTarget.select()} />
      </label>
      {s.long ? (
        <p class="note">
          {address.length > opened
            ? "It is longer than browsers open. Save the program, and the way here as a trace."
            : "It is long; some programs cut such links. A file that leads to it is safer."}
        </p>
      ) : null}
      <div class="row">
        <Action kind="primary" run={() => give(address, "The link")}>Copy the link</Action>
        <Action
          run={() => frameOf(s.hash).then((text) => give(text, "The frame"))}
          title="HTML for a course page or slides: this place in a frame">
          Copy as a frame
        </Action>
        <Action run={() => give(markdown, "The Markdown with the link")}>Copy as Markdown with the link</Action>
        {s.long && address.length <= opened ? (
          <Action
            run={() => download(`${base()}.html`, pageOf(address, base()), "text/html")}
            title="A page with this link, for those who get no long links through">
            Save the link as a file
          </Action>
        ) : null}
        {s.long ? (
          <Action run={() => download(current.value?.name ?? "program.il", current.value?.text ?? "")}>
            Save the program
          </Action>
        ) : null}
      </div>
    </Dialog>
  );
}

function Lab() {
  const Shown = tabs[labTab.value].contents;
  if (hello.value) return <Shown />;
  if (absent.value) return <p class="pad">There is no engine, which everything here needs.</p>;
  return <div class="pad"><Working what="The engine is starting." /></div>;
}
