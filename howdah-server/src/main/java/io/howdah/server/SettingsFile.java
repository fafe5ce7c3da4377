// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Settings in a YAML file. A key is a variable's name without {@code HOWDAH_}, in small letters and with - for _; what
 * begins alike may be put below one key. Values are taken as they are written: {@code on} is a word, not a truth.
 */
final class SettingsFile {
    private static final int MOST_CHARACTERS = 1 << 20;

    /** Also ends what refers to itself. */
    private static final int DEEPEST = 4;

    private final Path file;
    private final Map<String, String> settings = new LinkedHashMap<>();

    private SettingsFile(Path file) {
        this.file = file;
    }

    /** By the names of the variables. */
    static Map<String, String> read(Path file) {
        var read = new SettingsFile(file);
        read.all();
        return read.settings;
    }

    private void all() {
        var options = new LoaderOptions();
        options.setCodePointLimit(MOST_CHARACTERS);
        try {
            var root = new Yaml(new SafeConstructor(options)).compose(new StringReader(Files.readString(file)));
            if (root != null) {
                addAll("", root, 1);
            }
        } catch (MarkedYAMLException wrong) {
            var mark = wrong.getProblemMark();
            throw refused(mark == null ? 1 : mark.getLine() + 1, "is not YAML: " + wrong.getProblem());
        } catch (YAMLException wrong) {
            throw refused(1, "is not YAML: " + wrong.getMessage());
        } catch (IOException failure) {
            throw CommandException.wrongSetting("The settings in " + file + " cannot be read: " + failure, failure);
        }
    }

    private void addAll(String path, Node node, int depth) {
        if (node instanceof MappingNode section && depth <= DEEPEST) {
            for (var entry : section.getValue()) {
                var key = text(entry.getKeyNode());
                addAll(path.isEmpty() ? key : path + "-" + key, entry.getValueNode(), depth + 1);
            }
        } else if (path.isEmpty()) {
            throw refused(line(node), "has no settings, each as \"key: value\"");
        } else {
            add(path, node);
        }
    }

    private void add(String path, Node node) {
        var name = variable(path);
        if (name.equals(Settings.FILE)) {
            throw refused(line(node), "names another file of settings, and there is one only");
        }
        if (!Variables.isOfReplica(name)) {
            var meant = Variables.nearest(name).map(near -> "; did you mean " + key(near) + "?");
            throw refused(line(node), "has a setting that does not exist: " + path + meant.orElse(""));
        }
        if (settings.put(name, text(node)) != null) {
            throw refused(line(node), "sets " + path + " a second time");
        }
    }

    /** Lists are written with commas in the environment. */
    private String text(Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        if (node instanceof SequenceNode list && list.getValue().stream().allMatch(ScalarNode.class::isInstance)) {
            return list.getValue().stream().map(this::text).collect(Collectors.joining(","));
        }
        throw refused(line(node), "has something that is neither a value nor a list of values");
    }

    static String variable(String key) {
        return Variables.OURS + key.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    static String key(String variable) {
        return variable.substring(Variables.OURS.length())
                .toLowerCase(Locale.ROOT)
                .replace('_', '-');
    }

    private static int line(Node node) {
        return node.getStartMark().getLine() + 1;
    }

    private CommandException refused(int line, String words) {
        return CommandException.withCode(2, file + ", line " + line + ": " + words);
    }
}
