// The programs that come with wobbly, by topic.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { hello } from "../engine/client";
import type { Example } from "../protocol";
import * as programs from "../store/programs";
import { Dialog } from "../ui/parts";
import { go, say } from "../ui/state";

/** Whether the list is open. */
export const chooser = signal(false);

/** openExample makes an example the program that is shown. */
export function openExample(e: Example): void {
  programs.add(e.name, e.text, true);
  chooser.value = false;
  if (!document.getElementById("program")) go("step");
  say(`${e.name} is open.`);
}

export function Examples() {
  const [word, setWord] = useState("");
  const all = hello.value?.examples ?? [];
  const found = all.filter((e) => `${e.name} ${e.title} ${e.topic}`.toLowerCase().includes(word.toLowerCase()));
  const topics = [...new Set(found.map((e) => e.topic))];
  return (
    <Dialog
      title="Examples"
      closed={() => (chooser.value = false)}
      tools={
        <label class="inline">
          <span>Find</span>
          <input type="search" value={word} onInput={(e) => setWord(e.currentTarget.value)} />
        </label>
      }>
      {all.length === 0 ? <p class="pad">They are shown as soon as the engine has started.</p> : null}
      {all.length > 0 && found.length === 0 ? <p class="pad">No example has these words.</p> : null}
      <div class="scroll" tabIndex={0} role="group" aria-label="List of examples">
        {topics.map((t) => (
          <section>
            <h3>{t}</h3>
            <ul class="examples">
              {found
                .filter((e) => e.topic === t)
                .map((e) => (
                  <li>
                    <button type="button" class="link" onClick={() => openExample(e)}>
                      {e.name}
                    </button>
                    <span>{e.title}</span>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
