// Sends what the form of an operation says and shows what comes back, as it comes.
"use strict";
(() => {
  const MOST_SHOWN = 200_000;
  const form = document.getElementById("explore");
  const stop = document.getElementById("explore-stop");
  const byId = (id) => document.getElementById(id);

  const encoded = (name, value) =>
    // The rest of a path keeps its slashes; elsewhere a slash is part of a name.
    name === "path" ? value.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(value);

  // What is asked, as the fields have it.
  const asked = () => {
    const fields = [...form.querySelectorAll("[data-in]")].filter((field) => field.value !== "");
    const of = (place) => fields.filter((field) => field.dataset.in === place);
    let path = form.dataset.path;
    of("path").forEach((field) => { path = path.replace(`{${field.dataset.name}}`, encoded(field.dataset.name, field.value)); });
    const query = new URLSearchParams(of("query").map((field) => [field.dataset.name, field.value])).toString();
    const headers = {};
    of("header").forEach((field) => { headers[field.dataset.name] = field.value; });
    const body = byId("explore-body")?.value ?? "";
    if (body !== "") headers["Content-Type"] = byId("explore-type").value;
    return { url: form.dataset.base + path + (query ? "?" + query : ""), headers, body: body === "" ? undefined : body };
  };

  const quoted = (word) => "'" + word.replaceAll("'", "'\\''") + "'";
  // With the names of variables for what is nobody else's business.
  const curl = (request) => {
    const lines = [`curl -X ${form.dataset.method} -H "Authorization: Bearer $HOWDAH_API_KEY"`];
    Object.entries(request.headers).forEach(([name, value]) => lines.push(`-H ${quoted(name + ": " + value)}`));
    if (request.body !== undefined) lines.push(`--data-binary ${quoted(request.body)}`);
    lines.push(`"$HOWDAH_URL"${quoted(request.url.slice(form.dataset.base.length))}`);
    return lines.join(" \\\n  ");
  };

  const laidOut = (text, type) => {
    if (!/json$/.test(type)) return text;
    try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
  };

  const show = async (answer, started) => {
    const type = (answer.headers.get("Content-Type") ?? "").split(";")[0];
    const status = byId("answer-status");
    status.className = "verdict" + (answer.ok ? "" : answer.status < 500 ? " warning" : " bad");
    const say = (rest) => { status.textContent = `${answer.status} ${answer.statusText} after ${Math.round(performance.now() - started)} ms${rest}`; };
    say("");
    byId("answer-headers").textContent = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    if (!/^text\/|json|yaml/.test(type)) {
      const bytes = (await answer.arrayBuffer()).byteLength;
      say(bytes === 0 ? "" : `, ${bytes} bytes of ${type || "an unknown type"}, not shown`);
      return;
    }
    // Some answers never end: what has come is shown at once.
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      byId("answer-body").textContent = text;
      if (text.length > MOST_SHOWN) {
        await reader.cancel();
        text = text.slice(0, MOST_SHOWN) + "\n…";
        say(", and more than is shown");
        break;
      }
    }
    byId("answer-body").textContent = laidOut(text, type);
  };

  const send = async () => {
    const request = asked();
    const key = byId("explore-key").value.trim();
    const headers = { ...request.headers };
    // A key is the caller then, and the login stays at home; otherwise the form's token proves that it is ours.
    if (key) headers.Authorization = "Bearer " + key;
    else headers["X-Howdah-Token"] = form.dataset.token;
    const stopping = new AbortController();
    stop.onclick = () => stopping.abort();
    stop.hidden = false;
    byId("answer").hidden = false;
    byId("answer-status").className = "verdict";
    byId("answer-status").textContent = "…";
    byId("answer-headers").textContent = "";
    byId("answer-body").textContent = "";
    byId("answer-curl").textContent = curl(request);
    const started = performance.now();
    try {
      const answer = await fetch(request.url, {
        method: form.dataset.method, headers, body: request.body, signal: stopping.signal, cache: "no-store",
        credentials: key ? "omit" : "same-origin",
      });
      await show(answer, started);
    } catch (failure) {
      if (stopping.signal.aborted) byId("answer-status").textContent += ", stopped";
      else {
        byId("answer-status").className = "verdict bad";
        byId("answer-status").textContent = "Nothing came back: " + failure.message;
      }
    } finally {
      stop.hidden = true;
    }
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
})();
