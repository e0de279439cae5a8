// A picture of package picture. It comes with styles of its own, which the
// page's policy lets only a shadow root adopt.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Theme, theme } from "../ui/state";

export function Picture(p: { svg: string; chosen?: string; faint?: ReadonlySet<string>; choose?: (object: string) => void }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    draw(box.current!, p.svg, theme.value);
  }, [p.svg, theme.value]);
  useLayoutEffect(() => {
    for (const e of objectsOf(box.current!)) {
      e.classList.toggle("chosen", e.dataset["object"] === p.chosen);
      e.classList.toggle("faint", p.faint?.has(e.dataset["object"]!) ?? false);
    }
  });
  const click = (e: MouseEvent): void => {
    const object = objectsOf(box.current!).find((o) => inside(o.getBoundingClientRect(), e))?.dataset["object"];
    if (object) p.choose?.(object);
  };
  return <div class={`picture ${p.choose ? "active" : ""}`} ref={box} onClick={click} />;
}

const own = ":host{display:block} svg{display:block;max-width:100%;height:auto;margin-inline:auto} [data-object].chosen{stroke:var(--accent);stroke-width:3px} [data-object].faint{opacity:.3;stroke-dasharray:4 3}";

/** draw puts a picture into an element, in the colours of a theme. */
export function draw(host: HTMLElement, svg: string, colours: Theme): void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const styles = [own];
  const bare = svg.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_all, css: string) => {
    styles.push(themed(css, colours));
    return "";
  });
  const tree = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  root.adoptedStyleSheets = styles.map((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
  root.replaceChildren(document.importNode(tree, true));
}

/** objectsOf are the boxes of objects in a picture. */
function objectsOf(host: HTMLElement): SVGElement[] {
  return [...(host.shadowRoot?.querySelectorAll<SVGElement>("[data-object]") ?? [])];
}

const inside = (r: DOMRect, e: MouseEvent): boolean => e.clientX >= r.left && e.clientX <= r.right && e.clientY >= r.top && e.clientY <= r.bottom;

/** themed makes the styles follow a theme, where it is not the system's. */
function themed(css: string, colours: Theme): string {
  if (colours === "auto") return css;
  return css.replace(/@media ?\(prefers-color-scheme: ?dark\)/g, colours === "dark" ? "@media all" : "@media not all");
}
