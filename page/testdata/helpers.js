// In each page of the tests, before its own scripts.
(() => {
  const roots = () => [document, ...[...document.querySelectorAll("*")].map((e) => e.shadowRoot).filter(Boolean)];
  const roles = {
    button: "button:not([role]), summary",
    tab: "[role=tab]",
    textbox: "input, textarea, [contenteditable=true]",
    combobox: "select",
    checkbox: "input[type=checkbox]",
    radio: "input[type=radio]",
    link: "a[href]",
  };
  const visible = (e) => e.getClientRects().length > 0;
  const nameOf = (e) =>
    (e.getAttribute("aria-label") ?? e.labels?.[0]?.innerText ?? [...e.childNodes].filter((n) => n.nodeName !== "KBD").map((n) => n.innerText ?? n.textContent).join("")).trim();
  /** all elements of a role and a name, a text or /a regular expression/. */
  const all = (role, name) => {
    const pattern = /^\/(.*)\/$/.exec(name);
    const fits = (n) => (pattern ? new RegExp(pattern[1]).test(n) : n === name);
    return roots().flatMap((r) => [...r.querySelectorAll(roles[role] ?? role)]).filter((e) => visible(e) && fits(nameOf(e)));
  };
  const until = (condition, patience = 20000) =>
    new Promise((resolve) => {
      const end = performance.now() + patience;
      const look = () => {
        let held = false;
        let why = "";
        try {
          held = Boolean(condition());
        } catch (e) {
          why = String(e);
        }
        if (held) resolve("");
        else if (performance.now() > end) resolve(`${why}\n${document.body.innerText.slice(0, 4000)}`);
        else setTimeout(look, 20);
      };
      look();
    });
  window.wobblyTest = {
    until,
    all,
    /** the name of what has the focus. */
    focused() {
      let e = document.activeElement;
      while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
      return e && e !== document.body ? `${e.getAttribute("role") ?? e.localName} ${nameOf(e)}` : "";
    },
    editor: () => roots().map((r) => r.querySelector(".cm-content")).find(Boolean),
    async click(role, name) {
      const why = await until(() => all(role, name).length > 0, 8000);
      if (why) return `there is none: ${roots().flatMap((r) => [...r.querySelectorAll(roles[role] ?? role)]).filter(visible).map(nameOf).join(" | ")}`;
      const e = all(role, name)[0];
      if (e.getAttribute("aria-disabled") === "true") return `it is off: ${e.title}`;
      e.focus();
      e.click();
      return "";
    },
    async set(name, value) {
      const why = await until(() => all("textbox", name).length > 0, 8000);
      if (why) return `there is no field ${name}`;
      const e = all("textbox", name)[0];
      e.value = value;
      for (const type of ["input", "change"]) e.dispatchEvent(new Event(type, { bubbles: true }));
      return "";
    },
    async write(text) {
      const why = await until(() => window.wobblyTest.editor());
      if (why) return "there is no editor";
      const e = window.wobblyTest.editor();
      e.focus();
      e.dispatchEvent(new KeyboardEvent("keydown", { key: "a", keyCode: 65, ctrlKey: true, bubbles: true, cancelable: true }));
      const data = new DataTransfer();
      data.setData("text/plain", text);
      e.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      return "";
    },
  };
})();
