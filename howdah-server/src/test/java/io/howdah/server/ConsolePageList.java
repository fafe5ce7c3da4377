// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Every page of the console by the route that leads to it, with an address at which it has something to show. */
final class ConsolePageList {
    /** Answers to GET that are no pages, and the one that is looked at on the way in. */
    private static final List<String> LEFT_OUT =
            List.of("/api/", "/assets/", "/health/", "/metrics", "/error", "/inbox/badge", "/link", "/login/oidc");

    private static final String WORKSPACE = "/workspaces/{application}/{environment}";

    private final ConsoleScene.Made made;

    ConsolePageList(ConsoleScene.Made made) {
        this.made = made;
    }

    /** Those that an installation has in which nothing has happened yet. */
    static List<String> ofNothing() {
        return List.of(
                "/",
                "/jobs",
                "/dead",
                "/queues",
                "/topics",
                "/schedules",
                "/workflows",
                "/locks",
                "/log",
                "/limits",
                "/approvals",
                "/notifications",
                "/dead-letters",
                "/malformed",
                "/endpoints",
                "/people",
                "/templates",
                "/inbox",
                "/workspaces",
                "/timeline");
    }

    Map<String, String> addresses() {
        var pages = new TreeMap<String, String>();
        ofNothing().forEach(path -> pages.put(path, path));
        // These always have something to show.
        for (var path : List.of("/members", "/database", "/explore", "/users", "/keys", "/audit")) {
            pages.put(path, path);
        }
        pages.put("/jobs/{id}", "/jobs/" + made.dead());
        pages.put("/jobs/{id}/payload", "/jobs/" + made.dead() + "/payload");
        pages.put("/explore/{operation}", "/explore/enqueueJob");
        pages.put("/queues/{queue}", "/queues/mail");
        pages.put("/queues/{queue}/messages", "/queues/invoices/messages");
        pages.put("/schedules/{name}", "/schedules/nightly-report");
        pages.put("/workflows/{id}", "/workflows/" + made.workflow());
        addNamed(pages);
        return pages;
    }

    private void addNamed(Map<String, String> pages) {
        pages.put("/log/{topic}", "/log/orders");
        pages.put("/log/{topic}/events", "/log/orders/events");
        pages.put("/log/{topic}/groups/{group}", "/log/orders/groups/billing");
        pages.put("/limits/{id}", "/limits/1");
        pages.put("/approvals/{id}", "/approvals/" + made.approval());
        pages.put("/notifications/{id}", "/notifications/" + made.notification());
        pages.put("/notifications/{id}/content", "/notifications/" + made.notification() + "/content");
        pages.put("/malformed/{id}", "/malformed/" + made.malformed());
        pages.put("/endpoints/{endpoint}", "/endpoints/" + ConsoleScene.ENDPOINT);
        pages.put("/people/{person}", "/people/dev");
        pages.put("/templates/{template}", "/templates/deployed");
        pages.put(WORKSPACE, "/workspaces/shop/production");
        pages.put(WORKSPACE + "/file", "/workspaces/shop/production/file?path=manifest.yaml");
        pages.put(WORKSPACE + "/history", "/workspaces/shop/production/history");
        pages.put(WORKSPACE + "/diff", "/workspaces/shop/production/diff?from=1&to=3");
        pages.put("/timeline", "/timeline?correlation=release-shop-1.3.0");
        pages.put("/login", "/login");
    }

    /** The routes of a server that are pages. */
    static List<String> routes(Web web) {
        return Routes.of(web).stream()
                .filter(route -> route.method().equals("GET") && route.allow() != null)
                .map(Routes::path)
                .filter(path -> !path.isEmpty() && LEFT_OUT.stream().noneMatch(path::startsWith))
                .distinct()
                .toList();
    }
}
