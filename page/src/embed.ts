// Embedded in another page: the program is there at once, and nothing starts before a click. What is
// out of sight sleeps. Several can stand on one page, each in its frame.
import { h, render } from "preact";
import burble from "../../examples/burble.il";
import { Code } from "./editor/code";
import { sleep, wake } from "./engine/client";
import { type LinkDocument, unpack } from "./links";
import { Action } from "./ui/parts";

/** embed shows the program of the address, and starts on a click. */
export async function embed(root: HTMLElement, start: () => Promise<void>): Promise<void> {
  const link = await linked();
  const run = (): void =>
    void start().then(() => {
      new IntersectionObserver((entries) => {
        if (entries.at(-1)?.isIntersecting) wake();
        else sleep();
      }).observe(document.documentElement);
    });
  const text = link.p ?? (/^burble/.test(link.x ?? "") ? burble : undefined);
  root.replaceChildren();
  render(
    h("div", { class: "cover" }, [
      h(
        "h1",
        { class: "sentence" },
        link.lesson ? `Lesson ${link.lesson}` : (link.n ?? link.x ?? "wobbly"),
      ),
      h("p", { class: "sub" }, "Step two threads through this program, here in your browser."),
      h("div", {}, h(Action, { run, kind: "go a", children: "Start wobbly" })),
      text === undefined ? null : h(Code, { name: link.n ?? "burble.il", text }),
    ]),
    root,
  );
}

/** linked is what the address holds; nothing if it is no link. */
async function linked(): Promise<LinkDocument> {
  try {
    return await unpack(window.location.hash.slice(1));
  } catch {
    const [, kind, name] = /^#(lesson|example)-(.+)$/.exec(window.location.hash) ?? [];
    return kind === "lesson" ? { lesson: name! } : { x: name ?? "burble" };
  }
}
