// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.fuzz;

import java.util.Map;

/** Names under which something may be found, so that garbage comes further than to "not found". */
final class Things {
    static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("queue", "default"),
            Map.entry("topic", "orders"),
            Map.entry("group", "billing"),
            Map.entry("name", "nightly"),
            Map.entry("type", "greet"),
            Map.entry("endpoint", "billing"),
            Map.entry("person", "ada"),
            Map.entry("template", "hello"),
            Map.entry("application", "shop"),
            Map.entry("environment", "production"),
            Map.entry("path", "main.tf"),
            Map.entry("tag", "live"),
            Map.entry("id", "1"),
            Map.entry("delivery", "1"),
            Map.entry("version", "1"),
            Map.entry("namespace", "deploy"),
            Map.entry("policy", "api"),
            Map.entry("url", "https://billing.example/hooks"),
            Map.entry("cron", "0 3 * * *"),
            Map.entry("zone", "Europe/Berlin"),
            Map.entry("wait", "PT0S"),
            Map.entry("over", "hour"),
            Map.entry("correlation", "release-1"));

    private Things() {}
}
