// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.client;

import io.howdah.server.CommandException;
import io.howdah.server.client.Output.Column;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Replicas by names, from the command line. */
@Command(
        name = "context",
        description = "List the replicas that have a name here; add, use, show, remove them.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  howdah context add production https://howdah.example.com --use",
            "  howdah context add staging https://staging.example.com --key-file staging.key",
            "  howdah jobs --context staging",
            "  howdah context show",
            "",
            "Commands talk to the replica of --context; else of HOWDAH_URL with HOWDAH_API_KEY, or of HOWDAH_CONTEXT;",
            "else of the current context; else of howdah dev. Contexts are kept in contexts.json in the user's",
            "configuration directory, which nobody else may read."
        })
public final class ContextCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("NAME", "/name"),
            new Column("URL", "/url"),
            new Column("KEY", "/key"),
            new Column("CURRENT", "/current"));

    private static final List<String> SCHEMES = List.of("http", "https");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127\\..*|\\[::1]");

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws IOException {
        return list(output);
    }

    @Command(name = "list", description = "List contexts, without their keys.", mixinStandardHelpOptions = true)
    int list(@Mixin Output form) throws IOException {
        var contexts = Contexts.of(caller());
        var items = new ArrayList<Map<String, Object>>();
        contexts.all().forEach((name, target) -> {
            var item = shown(target);
            item.put("name", name);
            item.put("current", contexts.current().filter(name::equals).isPresent());
            items.add(item);
        });
        form.show(spec.commandLine().getOut(), Remote.tree(Map.of("items", items)), COLUMNS);
        return 0;
    }

    @Command(
            name = "show",
            description = "Show which replica commands talk to, and why; or the one of a name.",
            mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "NAME", arity = "0..1") Optional<String> name, @Mixin Output form)
            throws IOException {
        var destination = name.isPresent()
                ? new Destination(Contexts.of(caller()).get(name.get()), "context " + name.get())
                : Destination.of(caller());
        var answer = shown(destination.target());
        answer.put("because", destination.because());
        return form.answer(
                spec,
                Remote.tree(answer),
                answer.get("url") + " with " + answer.get("key") + " (" + destination.because() + ")");
    }

    @Command(
            name = "add",
            description = "Give a replica a name. Its key is asked for, or read from a file.",
            mixinStandardHelpOptions = true)
    int add(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "URL", description = "Such as https://howdah.example.com.")
                    String url,
            @Mixin KeyChoice keyChoice,
            @Option(names = "--use", description = "Make it the current one.") boolean use,
            @Option(names = "--replace", description = "Instead of the one that has this name.") boolean replace)
            throws IOException {
        var address = address(url);
        if (!replace && Contexts.of(caller()).all().containsKey(name)) {
            throw CommandException.withCode(
                    4, "There is a context " + name + " already. To have another instead: --replace");
        }
        var key = keyChoice.key();
        Contexts.change(caller(), contexts -> {
            contexts.put(name, new Target(address.toString(), key));
            if (use) {
                contexts.use(name);
            }
        });
        warn(address);
        return say(name + " is " + address
                + (use ? ", and the current context" : "; to make it the current context: howdah context use " + name));
    }

    @Command(name = "use", description = "Make a context the current one.", mixinStandardHelpOptions = true)
    int use(@Parameters(paramLabel = "NAME") String name) throws IOException {
        Contexts.change(caller(), contexts -> contexts.use(name));
        return say("commands talk to " + Contexts.of(caller()).get(name));
    }

    @Command(name = "remove", description = "Forget a context and its key.", mixinStandardHelpOptions = true)
    int remove(@Parameters(paramLabel = "NAME") String name) throws IOException {
        var was = Contexts.of(caller()).current().filter(name::equals).isPresent();
        Contexts.change(caller(), contexts -> contexts.remove(name));
        return say("removed" + (was ? ", and no context is current now" : "") + "; the key itself is still valid");
    }

    private static URI address(String url) {
        try {
            var address = new URI(url.replaceFirst("/+$", ""));
            if (!SCHEMES.contains(String.valueOf(address.getScheme())) || address.getHost() == null) {
                throw CommandException.withCode(2, "An address begins with https:// or http:// and a host: " + url);
            }
            if (address.getUserInfo() != null || address.getQuery() != null || address.getFragment() != null) {
                throw CommandException.withCode(2, "An address has no user, no ? and no #: " + address.getHost());
            }
            return address;
        } catch (URISyntaxException wrong) {
            throw CommandException.withCode(2, "This is no address: " + wrong.getMessage());
        }
    }

    /** A key that is sent without encryption is known to everybody on the way. */
    private void warn(URI address) {
        if (address.getScheme().equals("http")
                && !LOOPBACK.matcher(address.getHost()).matches()) {
            var err = spec.commandLine().getErr();
            err.println("howdah: " + address + " is not encrypted: whoever is on the way can read the key.");
            err.flush();
        }
    }

    /** All of it but the secret. */
    private static Map<String, Object> shown(Target target) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("url", target.url());
        shown.put("key", target.keyShown());
        return shown;
    }

    private Caller caller() {
        return (Caller) spec.root().userObject();
    }

    private int say(String words) {
        var out = spec.commandLine().getOut();
        out.println(words);
        out.flush();
        return 0;
    }
}
