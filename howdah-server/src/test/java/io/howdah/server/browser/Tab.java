// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.browser;

import io.howdah.test.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A page that is looked at and worked with as a person would: by a pointer and by keys. */
public final class Tab {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Map<String, String> NAMED_KEYS = Map.of("Enter", "\r");

    private final DevTools tools;
    private final String session;
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final List<String> questions = new CopyOnWriteArrayList<>();

    private Tab(DevTools tools, String session) {
        this.tools = tools;
        this.session = session;
    }

    static Tab of(DevTools tools, String session) {
        var tab = new Tab(tools, session);
        tools.listen(session, tab::onEvent);
        for (var domain : List.of("Page", "Runtime", "Log", "Network")) {
            tab.call(domain + ".enable", Map.of());
        }
        return tab;
    }

    /** What a person would be asked is agreed to, and remembered. What goes wrong in the page is remembered too. */
    private void onEvent(String method, JsonNode event) {
        switch (method) {
            case "Page.javascriptDialogOpening" -> {
                questions.add(event.get("message").asString());
                // Not waited for: whoever listens must not.
                var unused = tools.send(session, "Page.handleJavaScriptDialog", Map.of("accept", true));
            }
            case "Runtime.exceptionThrown" ->
                errors.add(event.at("/exceptionDetails").toString());
            case "Log.entryAdded" -> {
                if (event.at("/entry/level").asString().equals("error")) {
                    errors.add(event.get("entry").toString());
                }
            }
            default -> {}
        }
    }

    /** Errors in scripts, what the page's own policy blocked, and what could not be loaded. */
    public List<String> errors() {
        return List.copyOf(errors);
    }

    public List<String> questions() {
        return List.copyOf(questions);
    }

    public void go(String address) {
        leave(() -> call("Page.navigate", Map.of("url", address)));
    }

    /** Does what leads to another page, and waits until that is there. */
    public void leave(Runnable step) {
        evaluate("window.before = true");
        step.run();
        Await.until(
                "another page than " + address(),
                () -> evaluate("window.before === undefined && document.readyState === 'complete'")
                        .asBoolean());
    }

    public String address() {
        return evaluate("location.href").asString();
    }

    public String text() {
        return text("main");
    }

    /** As it is seen: what is hidden has none. */
    public String text(String selector) {
        return evaluate("document.querySelector(" + quoted(selector) + ")?.innerText ?? ''")
                .asString();
    }

    public void awaitText(String text) {
        Await.until("\"" + text + "\" is on " + address(), () -> text("body").contains(text));
    }

    public int count(String selector) {
        return evaluate("document.querySelectorAll(" + quoted(selector) + ").length")
                .asInt();
    }

    /** By the pointer, in the middle of it, if nothing lies above. */
    public void click(String selector) {
        var place = Await.value("something to click on at " + selector, () -> {
            var found = evaluate("""
                (() => {
                  const one = document.querySelector(%s);
                  if (!one) return null;
                  one.scrollIntoView({ block: "center", behavior: "instant" });
                  const box = one.getBoundingClientRect();
                  const x = box.x + box.width / 2, y = box.y + box.height / 2;
                  return one.contains(document.elementFromPoint(x, y)) ? { x, y } : null;
                })()
                """.formatted(quoted(selector)));
            return found.isNull() ? Optional.<JsonNode>empty() : Optional.of(found);
        });
        for (var type : List.of("mousePressed", "mouseReleased")) {
            call(
                    "Input.dispatchMouseEvent",
                    Map.of(
                            "type",
                            type,
                            "x",
                            place.get("x").asDouble(),
                            "y",
                            place.get("y").asDouble(),
                            "button",
                            "left",
                            "clickCount",
                            1));
        }
    }

    /** Into the field, after a click on it. */
    public void type(String selector, String text) {
        click(selector);
        call("Input.insertText", Map.of("text", text));
    }

    /** One key after the other; those with a name are written as it. */
    public void press(String... keys) {
        for (var key : keys) {
            var text = NAMED_KEYS.getOrDefault(key, key.length() == 1 ? key : "");
            var code = key.equals("Enter") ? 13 : key.equals("Tab") ? 9 : key.equals("Escape") ? 27 : 0;
            call(
                    "Input.dispatchKeyEvent",
                    Map.of("type", "keyDown", "key", key, "text", text, "windowsVirtualKeyCode", code));
            call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key, "windowsVirtualKeyCode", code));
        }
    }

    public void size(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
        evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
    }

    /** As the system would have it: light or dark; and without motion, for what moves is nowhere yet. */
    public void prefer(String scheme) {
        call(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of("name", "prefers-color-scheme", "value", scheme),
                                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    }

    public JsonNode evaluate(String expression) {
        var result =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(result.get("exceptionDetails").toString());
        }
        return result.get("result").path("value").isMissingNode()
                ? MAPPER.nullNode()
                : result.get("result").get("value");
    }

    /** What is seen of the page, as a picture. */
    public void photograph(Path file) throws IOException {
        var picture = call("Page.captureScreenshot", Map.of("format", "webp", "quality", 80));
        Files.write(file, Base64.getDecoder().decode(picture.get("data").asString()));
    }

    private JsonNode call(String method, Map<String, ?> parameters) {
        return tools.call(session, method, parameters);
    }

    static String quoted(String text) {
        return MAPPER.writeValueAsString(text);
    }
}
