// SPDX-License-Identifier: Apache-2.0
// Light or dark before the first paint; then search, the menu of small screens, and copying. Nothing is loaded from elsewhere.
(() => {
  const root = document.currentScript.dataset.root;
  const page = document.documentElement;
  const remembered = () => { try { return localStorage.getItem("howdah-theme"); } catch { return null; } };
  const remember = (theme) => { try { localStorage.setItem("howdah-theme", theme); } catch { /* a file has no storage */ } };
  if (remembered()) page.dataset.theme = remembered();

  const isDark = () => page.dataset.theme ? page.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;

  function themes() {
    const button = document.querySelector(".theme");
    const show = () => { button.textContent = isDark() ? "Light" : "Dark"; };
    button.addEventListener("click", () => {
      page.dataset.theme = isDark() ? "light" : "dark";
      remember(page.dataset.theme);
      show();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
    show();
  }

  function menu() {
    const button = document.querySelector(".menu");
    const pages = document.getElementById("pages");
    const open = (yes) => {
      pages.classList.toggle("open", yes);
      button.setAttribute("aria-expanded", yes);
    };
    button.addEventListener("click", () => open(!pages.classList.contains("open")));
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") open(false); });
    pages.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  }

  function copying() {
    if (!navigator.clipboard) return;
    for (const block of document.querySelectorAll("pre")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "Copy";
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(block.querySelector("code").textContent);
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = "Copy"; }, 1500);
      });
      block.append(button);
    }
  }

  function contents() {
    const links = new Map([...document.querySelectorAll(".contents a")].map((a) => [a.hash.slice(1), a]));
    if (!links.size) return;
    const watch = new IntersectionObserver((entries) => {
      const top = entries.find((entry) => entry.isIntersecting);
      if (!top) return;
      links.forEach((a) => a.removeAttribute("aria-current"));
      links.get(top.target.id)?.setAttribute("aria-current", "true");
    }, { rootMargin: "-10% 0px -75% 0px" });
    links.forEach((a, id) => { const heading = document.getElementById(id); if (heading) watch.observe(heading); });
  }

  let index;
  const load = () => index ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = root + "search.js";
    script.onload = () => done(window.howdahIndex.map(([url, title, heading, words]) =>
      ({ url, title, heading, words, t: title.toLowerCase(), h: heading.toLowerCase(), w: words.toLowerCase() })));
    document.head.append(script);
  });

  // All words must be there; a word in a title counts more than one in a heading, and that more than one in the text.
  function find(sections, query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [];
    for (const one of sections) {
      let score = 0;
      for (const word of words) {
        const part = (one.t.includes(word) ? 8 : 0) + (one.h.includes(word) ? 6 : 0)
          + Math.min(4, one.w.split(word).length - 1);
        if (!part) { score = 0; break; }
        score += part + (one.t.split(/\W+/).includes(word) ? 6 : 0);
      }
      // Who wants to know how it is done comes before who wants to know why.
      if (score) found.push([/^(adr\/|changelog)/.test(one.url) ? score / 3 : score, one]);
    }
    return found.sort((a, b) => b[0] - a[0]).slice(0, 12).map(([, one]) => [one, words]);
  }

  function marked(text, words) {
    const parts = document.createDocumentFragment();
    const pattern = new RegExp("(" + words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|") + ")", "ig");
    text.split(pattern).forEach((part, i) => {
      if (i % 2) { const mark = document.createElement("mark"); mark.textContent = part; parts.append(mark); }
      else parts.append(part);
    });
    return parts;
  }

  function excerpt(one, words) {
    const at = Math.max(0, Math.min(...words.map((word) => one.w.indexOf(word)).filter((i) => i >= 0), one.w.length) - 30);
    return (at ? "… " : "") + one.words.slice(at, at + 140);
  }

  function row([one, words], i) {
    const item = document.createElement("li");
    item.id = "found-" + i;
    item.setAttribute("role", "option");
    const link = document.createElement("a");
    link.href = root + one.url;
    link.tabIndex = -1;
    const title = document.createElement("b");
    title.append(marked(one.title === one.heading ? one.title : one.title + " › " + one.heading, words));
    const text = document.createElement("small");
    text.append(marked(excerpt(one, words), words));
    link.append(title, text);
    item.append(link);
    return item;
  }

  function search() {
    const input = document.getElementById("search");
    const list = document.getElementById("found");
    let chosen = -1;
    const choose = (place) => {
      const rows = [...list.querySelectorAll("[role=option]")];
      chosen = rows.length ? (place + rows.length) % rows.length : -1;
      rows.forEach((one, i) => one.setAttribute("aria-selected", i === chosen));
      rows[chosen]?.scrollIntoView({ block: "nearest" });
      if (chosen < 0) input.removeAttribute("aria-activedescendant");
      else input.setAttribute("aria-activedescendant", rows[chosen].id);
    };
    const close = () => { list.hidden = true; input.setAttribute("aria-expanded", "false"); };
    const show = async () => {
      const query = input.value.trim();
      if (query.length < 2) return close();
      const found = find(await load(), query);
      if (input.value.trim() !== query) return;
      list.replaceChildren(...found.map(row));
      if (!found.length) {
        const none = document.createElement("li");
        none.className = "none";
        none.textContent = "Nothing has all of these words.";
        list.append(none);
      }
      list.hidden = false;
      input.setAttribute("aria-expanded", "true");
      choose(0);
    };
    input.addEventListener("focus", load);
    input.addEventListener("input", show);
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") { event.preventDefault(); choose(chosen + 1); }
      else if (event.key === "ArrowUp") { event.preventDefault(); choose(chosen - 1); }
      else if (event.key === "Enter") list.querySelector("[aria-selected=true] a")?.click();
      else if (event.key === "Escape") { close(); input.blur(); }
    });
    document.addEventListener("click", (event) => { if (!event.target.closest(".search")) close(); });
    list.addEventListener("click", close);
    document.addEventListener("keydown", (event) => {
      if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
        event.preventDefault();
        input.focus();
      }
    });
    const asked = new URLSearchParams(location.search).get("q");
    if (asked) { input.value = asked; show(); }
  }

  document.addEventListener("DOMContentLoaded", () => { themes(); menu(); copying(); contents(); search(); });
})();
