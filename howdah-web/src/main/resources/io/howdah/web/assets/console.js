// The console's own behaviour: theme, live or paused, keys, questions before what cannot be undone.
"use strict";
(() => {
  const EVERY_MS = 2000;
  const THEMES = ["auto", "light", "dark"];
  const remembered = (name, otherwise) => {
    try { return localStorage.getItem("howdah." + name) || otherwise; } catch { return otherwise; }
  };
  const remember = (name, value) => {
    try { localStorage.setItem("howdah." + name, value); } catch { /* Private windows forget. */ }
  };

  const showTheme = () => {
    const theme = remembered("theme", "auto");
    if (theme === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", theme);
    const button = document.getElementById("theme-switch");
    if (button) button.textContent = theme;
  };
  const nextTheme = () => {
    remember("theme", THEMES[(THEMES.indexOf(remembered("theme", "auto")) + 1) % THEMES.length]);
    showTheme();
  };
  showTheme();

  const isLive = () => remembered("live", "yes") === "yes";
  // What is shown would get old without a word when neither the replica nor, behind it, the database answers.
  let answered = true;
  const showLive = () => {
    const button = document.getElementById("live-switch");
    if (!button) return;
    button.setAttribute("aria-pressed", String(isLive()));
    button.classList.toggle("lost", !answered);
    document.getElementById("live-word").textContent = !answered ? "no answer" : isLive() ? "live" : "paused";
  };
  const heard = (well) => {
    if (answered === well) return;
    answered = well;
    showLive();
  };
  const toggleLive = () => {
    remember("live", isLive() ? "no" : "yes");
    showLive();
  };

  // Nothing is replaced under somebody's hands: not while they select text, use a control or open something in it.
  const isInUse = (region) =>
    region.contains(document.activeElement) && document.activeElement !== document.body
    || region.querySelector("details[open]") !== null
    || (getSelection().toString() !== "" && region.contains(getSelection().anchorNode));
  const tick = () => {
    const region = document.getElementById("live");
    if (region && isLive() && !document.hidden && !isInUse(region)) {
      document.body.dispatchEvent(new CustomEvent("tick"));
    }
  };

  // A stream that the person starts and stops; the newest on top, no more than can be looked at.
  const TAIL_ROWS = 200;
  const watch = (button) => {
    if (button.source) {
      button.source.close();
      button.source = null;
      button.textContent = "watch";
      return;
    }
    const list = document.getElementById("tail");
    button.textContent = "stop";
    button.source = new EventSource(button.dataset.tail);
    button.source.onmessage = (message) => {
      const event = JSON.parse(message.data);
      const row = document.createElement("li");
      const cell = (tag, text) => { const made = document.createElement(tag); made.textContent = text; row.append(made, " "); };
      cell("span", event.partition + "/" + event.offset);
      cell("b", event.type);
      cell("i", event.key || "");
      cell("code", "payload" in event ? JSON.stringify(event.payload) : event.base64);
      list.prepend(row);
      while (list.children.length > TAIL_ROWS) list.lastChild.remove();
    };
  };

  // Where the browser lets nobody write to the clipboard, as on plain HTTP, the text is selected to be copied by hand.
  const copy = (button) => {
    const source = document.getElementById(button.dataset.copy);
    getSelection().selectAllChildren(source);
    navigator.clipboard?.writeText(source.textContent).then(() => { button.textContent = "copied"; }, () => {});
  };

  // What is wider than its place is scrolled by keys too, which takes something in it that can have the focus.
  const makeReachable = () => document.querySelectorAll(".scroll, pre").forEach((box) => {
    if (box.scrollWidth > box.clientWidth && !box.querySelector("a, button, input, select, summary")) box.tabIndex = 0;
  });

  const rows = () => [...document.querySelectorAll("table.rows tbody tr[data-href], ul.rows li[data-href]")];
  let chosen = -1;
  const choose = (step) => {
    const all = rows();
    if (all.length === 0) return;
    chosen = Math.max(0, Math.min(all.length - 1, chosen + step));
    mark();
    all[chosen].scrollIntoView({ block: "nearest" });
  };
  const mark = () => rows().forEach((row, place) => row.classList.toggle("chosen", place === chosen));

  let afterG = false;
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    if (afterG) {
      afterG = false;
      const link = document.querySelector(`nav a[data-key="${CSS.escape(event.key)}"]`);
      if (link) link.click();
      return;
    }
    const act = {
      "/": () => (document.querySelector("[data-search]") || document.querySelector("input"))?.focus(),
      "j": () => choose(1),
      "k": () => choose(-1),
      "p": toggleLive,
      "t": nextTheme,
      "g": () => { afterG = true; },
      "?": () => document.getElementById("help").showModal(),
      "Enter": () => { if (chosen >= 0 && document.activeElement === document.body) location.href = rows()[chosen].dataset.href; },
    }[event.key];
    if (act) {
      if (event.key === "/" || event.key === "?") event.preventDefault();
      act();
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    showTheme();
    showLive();
    document.getElementById("theme-switch")?.addEventListener("click", nextTheme);
    document.getElementById("live-switch")?.addEventListener("click", toggleLive);
    document.getElementById("help-open")?.addEventListener("click", () => document.getElementById("help").showModal());
    document.addEventListener("keydown", onKey);
    document.addEventListener("submit", (event) => {
      const question = event.target.dataset.confirm;
      if (question && !confirm(question)) event.preventDefault();
    });
    document.body.addEventListener("htmx:afterSwap", () => { mark(); makeReachable(); });
    document.body.addEventListener("htmx:sendError", () => heard(false));
    document.body.addEventListener("htmx:responseError", (event) => { if (event.detail.xhr.status >= 500) heard(false); });
    document.body.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) heard(true); });
    addEventListener("resize", makeReachable);
    makeReachable();
    document.querySelectorAll("[data-copy]").forEach((button) => button.addEventListener("click", () => copy(button)));
    document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
    document.querySelectorAll("[data-tail]").forEach((button) => button.addEventListener("click", () => watch(button)));
    document.querySelector("form[data-send]")?.requestSubmit();
    setInterval(tick, EVERY_MS);
  });
})();
