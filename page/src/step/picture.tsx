// A picture of package picture. It comes with styles of its own, which the
// page's policy lets only a shadow root adopt.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { theme } from "../ui/state";

export function Picture(p: { svg: string; label?: string }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const host = box.current!;
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    const styles: string[] = [":host{display:block} svg{display:block;max-width:100%;height:auto;margin-inline:auto}"];
    const svg = p.svg.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_all, css: string) => {
      styles.push(themed(css));
      return "";
    });
    const tree = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    root.adoptedStyleSheets = styles.map((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      return sheet;
    });
    root.replaceChildren(document.importNode(tree, true));
  }, [p.svg, theme.value]);
  return <div class="picture" ref={box} />;
}

/** themed makes the styles follow the page's theme, if it is not the system's. */
function themed(css: string): string {
  const dark = "(prefers-color-scheme:dark)";
  if (theme.value === "auto") return css;
  return css.replaceAll(`@media${dark}`, theme.value === "dark" ? "@media all" : "@media not all").replaceAll(`@media ${dark}`, theme.value === "dark" ? "@media all" : "@media not all");
}
