// In each page of the tests, before its own scripts.
(() => {
  // The tab that has opened this one keeps the engine, compiled. A page of another host, and
  // one in a tab or a frame of its own, loads its engine by itself.
  const keeper = () => {
    try {
      return window.opener?.compiled;
    } catch {
      return undefined; // of another host
    }
  };
  const module = keeper();
  if (module) {
    const { postMessage, addEventListener } = Worker.prototype;
    Worker.prototype.postMessage = function (m, ...more) {
      return postMessage.call(this, m.start ? { start: { module, ...m.start } } : m, ...more);
    };
    Worker.prototype.addEventListener = function (type, hear, ...more) {
      return addEventListener.call(
        this,
        type,
        type === "message" ? (e) => hear(e.data.ready ? { data: { ready: true, module } } : e) : hear,
        ...more,
      );
    };
  }
  const roots = () => [
    document,
    ...[...document.querySelectorAll("*")].map((e) => e.shadowRoot).filter(Boolean),
  ];
  const roles = {
    button: "button:not([role]), summary",
    tab: "[role=tab], .head nav button",
    textbox: "input, textarea, [contenteditable=true]",
    combobox: "select",
    checkbox: "input[type=checkbox]",
    radio: "input[type=radio]",
    link: "a[href]",
  };
  const visible = (e) => e.getClientRects().length > 0;
  const nameOf = (e) =>
    (
      e.getAttribute("aria-label") ??
      e.labels?.[0]?.innerText ??
      [...e.childNodes]
        .filter((n) => n.nodeName !== "KBD")
        .map((n) => n.innerText ?? n.textContent)
        .join("")
    ).trim();
  /** all elements of a role and a name, a text or /a regular expression/. */
  const all = (role, name) => {
    const pattern = /^\/(.*)\/$/.exec(name);
    const fits = (n) => (pattern ? new RegExp(pattern[1]).test(n) : n === name);
    return roots()
      .flatMap((r) => [...r.querySelectorAll(roles[role] ?? role)])
      .filter((e) => visible(e) && fits(nameOf(e)));
  };
  /** watch has look called when the page, or what is in its shadow roots, has changed,
   * and now and then for what no event tells. It gives what ends that. */
  const watch = (look) => {
    const seen = new Set();
    let due = 0;
    const again = () => (due ||= setTimeout(() => ((due = 0), observe(), look()), 0));
    const observer = new MutationObserver(again);
    const observe = () => {
      for (const r of roots()) {
        if (seen.has(r)) continue;
        seen.add(r);
        observer.observe(r, { subtree: true, childList: true, attributes: true, characterData: true });
      }
    };
    const timer = setInterval(look, 50);
    observe();
    return () => (observer.disconnect(), clearInterval(timer), clearTimeout(due));
  };
  const place = () => {
    const entry = JSON.stringify(history.state)?.slice(0, 200);
    return `at ${location.href.slice(0, 200)}, entry ${entry} of ${history.length}`;
  };
  const until = (condition, patience = 20000) =>
    new Promise((resolve) => {
      const begin = performance.now();
      let why = "";
      const look = () => {
        try {
          if (condition()) end("");
          else if (performance.now() - begin > patience)
            end(
              [why, place(), document.body.innerText.slice(0, 4000)].join("\n"),
            );
        } catch (e) {
          why = String(e);
          if (performance.now() - begin > patience) end(why);
        }
      };
      let stop = () => undefined;
      let over = false;
      const end = (answer) => ((over = true), stop(), resolve(answer));
      look();
      if (!over) stop = watch(look);
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
    editor: () =>
      roots()
        .map((r) => r.querySelector(".cm-content"))
        .find(Boolean),
    async click(role, name) {
      const why = await until(() => all(role, name).length > 0, 8000);
      if (why)
        return `there is none: ${roots()
          .flatMap((r) => [...r.querySelectorAll(roles[role] ?? role)])
          .filter(visible)
          .map(nameOf)
          .join(" | ")}`;
      const e = all(role, name)[0];
      if (e.getAttribute("aria-disabled") === "true") return `it is off: ${e.title}`;
      e.focus();
      e.click();
      return "";
    },
    /** act does what the palette has under a name. */
    async act(name) {
      if (!document.querySelector("dialog.palette"))
        window.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
      const option = () =>
        [...document.querySelectorAll("dialog.palette [role=option]")].find(
          (e) => e.querySelector(".name").innerText === name,
        );
      const why = await until(option, 8000);
      if (why) return `the palette has no ${name}: ${why}`;
      if (option().ariaDisabled === "true") return `it is off: ${option().title}`;
      option().click();
      return until(() => !document.querySelector("dialog.palette"));
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
      e.dispatchEvent(
        new KeyboardEvent("keydown", { key: "a", keyCode: 65, ctrlKey: true, bubbles: true, cancelable: true }),
      );
      const data = new DataTransfer();
      data.setData("text/plain", text);
      e.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      return "";
    },
  };
})();
