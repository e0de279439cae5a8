// A frame in another page: title, program and state appear at once, and the engine starts on the
// first click. A frame scrolled out of sight stops its engine. A page may have several frames.
import { render } from "preact";
import burble from "../../examples/burble.il";
import lessons from "lessons";
import { Code } from "./editor/code";
import { sleep, wake } from "./engine/client";
import { type LinkDocument, type LinkState, stateOf, unpack } from "./links";
import { Action } from "./ui/parts";

/** open shows the page; begin starts its engine, always after a click. */
export async function embed(root: HTMLElement, open: () => Promise<void>, begin: () => void): Promise<void> {
  tellHeight(root);
  const [link, state] = await linked();
  let started = false;
  const start = (): void => {
    if (started) return;
    started = true;
    begin();
    const observer = new IntersectionObserver((all) => (all.at(-1)?.isIntersecting ? wake() : sleep()));
    observer.observe(document.documentElement);
  };
  if (state?.view) {
    await open();
    for (const e of ["pointerdown", "keydown", "click"]) root.addEventListener(e, start, { once: true, capture: true });
    return;
  }
  const text = state?.program ?? link.p ?? (/^burble/.test(link.x ?? "") ? burble : undefined);
  const n = Number.parseInt(link.lesson ?? "");
  const lesson = lessons[n - 1];
  const units = link.u?.length === 2 ? `${link.u.join(" and ")} run as threads A and B. ` : "";
  const steps = link.s ? `It stands after the schedule ${link.s.slice(0, 200)}.` : "";
  root.replaceChildren();
  render(
    <div class="cover">
      <h1 class="sentence">{state?.title ?? (lesson ? `${n}. ${lesson.title}` : (link.n ?? link.x ?? "wobbly"))}</h1>
      <p class="sub">
        {state?.idea ?? lesson?.idea ?? (units + steps || "Step two threads through this program in your browser.")}
      </p>
      <div><Action run={() => open().then(start)} kind="go a">Start wobbly</Action></div>
      {text === undefined ? null : <Code name={link.n ?? "burble.il"} text={text} />}
    </div>,
    root,
  );
}

/** Reads the address; one that is no link names a lesson or an example. */
async function linked(): Promise<[LinkDocument, LinkState | undefined]> {
  const [hash, state] = window.location.hash.slice(1).split("~");
  try {
    return [await unpack(hash!), await stateOf(state)];
  } catch {
    const [, kind, name] = /^(lesson|example)-(.+)$/.exec(hash!) ?? [];
    return [kind === "lesson" ? { lesson: name! } : { x: name ?? "burble" }, undefined];
  }
}

/** Posts the height of the content, in pixels, to the surrounding page. */
function tellHeight(root: HTMLElement): void {
  let last = 0;
  const tell = (): void => {
    const parts = [".region", ".cover", ".whole", ".notices"].flatMap((s) => [...root.querySelectorAll(s)]);
    const height = parts.reduce((n, e) => n + e.scrollHeight, 0);
    if (height === last || height === 0) return;
    last = height;
    window.parent.postMessage({ wobbly: "height", height }, "*");
  };
  new MutationObserver(() => window.requestAnimationFrame(tell)).observe(root, { childList: true, subtree: true });
  window.addEventListener("resize", tell);
}
