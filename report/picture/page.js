"use strict";
(() => {
  const id = (name) => document.getElementById(name);
  const { from, steps, races, parts, texts, rows } = JSON.parse(id("story").textContent);
  const last = steps.length - 1;
  let at = -1; // the state that is drawn, counted from state number from
  let groups = []; // of each slot the number of its group, 0 for none

  // Brings groups to state n.
  function replay(n) {
    if (n < at) {
      groups = [];
      at = -1;
    }
    while (at < n) {
      const change = steps[++at];
      for (let i = 0; i < change.length; i += 2) groups[change[i]] = change[i + 1];
    }
  }

  function draw() {
    id("state").innerHTML = groups.filter(Boolean).map((g) => parts[g - 1]).join("\n");
  }

  function say(remark) {
    const row = texts[rows[at]];
    const words = [remark, `State ${from + at}.`, row[EFFECT], `Lock: ${row[LOCK]}.`];
    if (row[RACE]) words.push(`${row[RACE]}.`);
    id("say").textContent = words.filter(Boolean).join(" ");
  }

  const [CLASS, THREAD, LINE, CHOICE, COMMAND, EFFECT, RACE, LOCK] = [0, 1, 2, 3, 4, 5, 6, 7];

  function make(name, classes, text, ...inside) {
    const e = document.createElement(name);
    if (classes) e.className = classes;
    if (text) e.textContent = text;
    e.append(...inside);
    return e;
  }

  function rowOf(n) {
    const row = texts[rows[n]];
    const link = make("a", "", String(from + n));
    link.setAttribute("href", `#${from + n}`);
    const head = make("th", "", "", link);
    head.scope = "row";
    const did = make("td");
    if (row[CHOICE]) did.append(make("span", "muted", `? ${row[CHOICE]}; `));
    did.append(make("code", "", row[COMMAND]), " ", make("span", "effect", row[EFFECT]));
    if (row[RACE]) did.append(" ", make("strong", "race", `!! ${row[RACE]}`));
    const tr = make("tr", "", "", head, make("td", `bold ${row[CLASS]}`, row[THREAD]), make("td", "", row[LINE]), did, make("td", "lock", row[LOCK]));
    tr.dataset.n = from + n;
    return tr;
  }

  // The table holds the rows around the visible ones, between two spacers.
  const WINDOW = 200;
  let first = -1; // row of the table
  let height = 0; // of a row: the first average, so that rows keep their places

  const spacer = (n) => {
    const tr = make("tr", "rest", "", make("td"));
    tr.firstChild.colSpan = 5;
    tr.firstChild.style.height = `${n * height}px`;
    tr.hidden = n === 0;
    return tr;
  };

  function hold(around) {
    const to = Math.max(0, Math.min(around - WINDOW / 2, last + 1 - WINDOW));
    if (to === first) return;
    first = to;
    const end = Math.min(first + WINDOW, last + 1);
    const list = [];
    for (let n = first; n < end; n++) list.push(rowOf(n));
    if (height === 0) {
      id("rows").replaceChildren(...list);
      height = (list.at(-1).offsetTop + list.at(-1).offsetHeight - list[0].offsetTop) / list.length || 24;
    }
    id("rows").replaceChildren(spacer(first), ...list, spacer(last + 1 - end));
  }

  const held = (n) => document.querySelector(`tr[data-n="${from + n}"]`);

  function mark() {
    const old = document.querySelector("tr.at");
    if (old) {
      old.classList.remove("at");
      old.querySelector("a").removeAttribute("aria-current");
    }
    const row = held(at);
    if (!row) return;
    row.classList.add("at");
    row.querySelector("a").setAttribute("aria-current", "step");
  }

  function markRow() {
    if (first < 0 || at < first || at >= first + WINDOW) hold(at);
    mark();
    const list = id("steps");
    const row = held(at);
    if (row.offsetTop < list.scrollTop || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = row.offsetTop - list.clientHeight / 2;
    }
  }

  function scrolled() {
    const list = id("steps");
    const top = held(first).offsetTop;
    const seen = first + Math.floor((list.scrollTop - top) / height);
    const rowsSeen = Math.ceil(list.clientHeight / height);
    if (seen >= first && seen + rowsSeen <= first + WINDOW) return;
    const was = list.scrollTop;
    hold(Math.max(0, Math.min(last, seen + Math.floor(rowsSeen / 2))));
    list.scrollTop = was;
    mark();
  }

  function markControls() {
    id("slider").value = from + at;
    id("slider").setAttribute("aria-valuetext", `state ${from + at} of ${from + last}`);
    id("number").textContent = `${from + at} of ${from + last}`;
    const ends = { first: at === 0, back: at === 0, on: at === last, last: at === last, race: races.length === 0 };
    for (const b of document.querySelectorAll("button[data-go]")) b.setAttribute("aria-disabled", String(ends[b.dataset.go]));
  }

  function show(n, remark) {
    replay(n);
    draw();
    markRow();
    markControls();
    say(remark);
  }

  function go(n) {
    const to = Math.max(0, Math.min(n, last));
    let remark = "";
    if (n < 0) remark = "This is the first state.";
    if (n > last) remark = "This is the last state.";
    show(to, remark);
    history.replaceState(null, "", `#${from + to}`);
  }

  function race(forward) {
    const found = forward ? races.find((n) => n > at) : races.findLast((n) => n < at);
    if (found === undefined) show(at, `There is no ${forward ? "later" : "earlier"} race.`);
    else go(found);
  }

  const moves = {
    first: () => go(0), back: () => go(at - 1), on: () => go(at + 1), last: () => go(last), race: () => race(true),
  };
  const keys = {
    ArrowLeft: moves.back, ArrowRight: moves.on, Home: moves.first, End: moves.last,
    PageUp: () => go(Math.max(0, at - 10)), PageDown: () => go(Math.min(last, at + 10)),
    n: () => race(true), N: () => race(false),
  };

  function fromAddress() {
    const n = Number.parseInt(location.hash.slice(1), 10) - from;
    show(Number.isNaN(n) ? 0 : Math.max(0, Math.min(n, last)), "");
  }

  document.addEventListener("keydown", (e) => {
    const inSlider = e.target === id("slider") && !/^[nN]$/.test(e.key);
    if (e.ctrlKey || e.metaKey || e.altKey || inSlider || !Object.hasOwn(keys, e.key)) return;
    e.preventDefault();
    keys[e.key]();
  });
  for (const b of document.querySelectorAll("button[data-go]")) b.addEventListener("click", () => moves[b.dataset.go]());
  id("slider").addEventListener("input", (e) => go(e.target.value - from));
  id("rows").addEventListener("click", (e) => {
    const row = e.target.closest("tr[data-n]");
    if (!row) return;
    e.preventDefault();
    go(row.dataset.n - from);
  });
  id("steps").addEventListener("scroll", scrolled);
  addEventListener("resize", () => {
    first = -1;
    height = 0;
    markRow();
  });
  addEventListener("beforeprint", () => {
    id("rows").replaceChildren(...rows.map((_, n) => rowOf(n)));
    mark();
  });
  addEventListener("afterprint", () => {
    first = -1;
    markRow();
  });
  window.addEventListener("hashchange", fromAddress);
  id("controls").hidden = false;
  id("keys").hidden = false;
  fromAddress();
})();
