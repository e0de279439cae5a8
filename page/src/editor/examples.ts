// The examples that come with wobbly, by topic.
import { hello } from "../engine/client";
import { add } from "../store/programs";
import { palette } from "../ui/palette";
import { go, say } from "../ui/state";

export function chooseExample(): void {
  palette.value = { title: "Examples", text: "", entries };
}

const entries = () =>
  (hello.value?.examples ?? []).map((e) => ({ group: e.topic, name: e.name, help: e.title, run: () => open(e) }));

function open(e: { name: string; text: string }): void {
  add(e.name, e.text, true);
  if (!document.getElementById("program")) go("step");
  say(`${e.name} is open.`);
}
