"use strict";
(() => {
  const id = (name) => document.getElementById(name);
  const { steps, races } = JSON.parse(id("story").textContent);
  const parts = id("parts").content.querySelector("svg").children;
  const rows = document.querySelectorAll("tr[data-n]");
  const last = steps.length - 1;
  let at = -1; // the state that is drawn
  let groups = []; // of each slot the number of its group, 0 for none

  // replay brings groups to state n: steps hold the changes from state to state.
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
    id("state").replaceChildren(...groups.filter(Boolean).map((g) => parts[g - 1].cloneNode(true)));
  }

  // say tells the state, behind a remark if there is one.
  function say(remark) {
    const row = rows[at];
    const race = row.querySelector(".race");
    const words = [remark, `State ${at}.`, row.querySelector(".effect").textContent, `Lock: ${row.querySelector(".lock").textContent}.`];
    if (race) words.push(`${race.textContent.replace(/^!! /, "")}.`);
    id("say").textContent = words.filter(Boolean).join(" ");
  }

  function markRow(from) {
    if (rows[from]) {
      rows[from].classList.remove("at");
      rows[from].querySelector("a").removeAttribute("aria-current");
    }
    rows[at].classList.add("at");
    rows[at].querySelector("a").setAttribute("aria-current", "step");
    const list = id("steps");
    const top = rows[at].offsetTop;
    if (top < list.scrollTop || top + rows[at].offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }

  function markControls() {
    id("slider").value = at;
    id("slider").setAttribute("aria-valuetext", `state ${at} of ${last}`);
    id("number").textContent = `${at} of ${last}`;
    const ends = { first: at === 0, back: at === 0, on: at === last, last: at === last, race: races.length === 0 };
    for (const b of document.querySelectorAll("button[data-go]")) b.setAttribute("aria-disabled", String(ends[b.dataset.go]));
  }

  function show(n, remark) {
    const from = at;
    replay(n);
    draw();
    markRow(from);
    markControls();
    say(remark);
  }

  // go shows state n, or the nearest one with a remark.
  function go(n) {
    const to = Math.max(0, Math.min(n, last));
    let remark = "";
    if (n < 0) remark = "This is the first state.";
    if (n > last) remark = "This is the last state.";
    show(to, remark);
    history.replaceState(null, "", `#${to}`);
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
    const n = Number.parseInt(location.hash.slice(1), 10);
    show(Number.isNaN(n) ? 0 : Math.max(0, Math.min(n, last)), "");
  }

  document.addEventListener("keydown", (e) => {
    const inSlider = e.target === id("slider") && !/^[nN]$/.test(e.key); // it has keys of its own
    if (e.ctrlKey || e.metaKey || e.altKey || inSlider || !Object.hasOwn(keys, e.key)) return;
    e.preventDefault();
    keys[e.key]();
  });
  for (const b of document.querySelectorAll("button[data-go]")) b.addEventListener("click", () => moves[b.dataset.go]());
  id("slider").addEventListener("input", (e) => go(Number(e.target.value)));
  for (const row of rows) {
    row.addEventListener("click", (e) => {
      e.preventDefault();
      go(Number(row.dataset.n));
    });
  }
  window.addEventListener("hashchange", fromAddress);
  id("controls").hidden = false;
  id("keys").hidden = false;
  fromAddress();
})();
