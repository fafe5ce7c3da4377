// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The description of the API, for programs that make clients of it; each capability has a part of its own. */
@RestController
public final class OpenApi {
    /** In the order in which they are shown. */
    private static final List<String> PARTS = List.of(
            "jobs",
            "workers",
            "queues",
            "messages",
            "topics",
            "approvals",
            "schedules",
            "locks",
            "log",
            "groups",
            "workflows",
            "limits",
            "notifications",
            "deliveries",
            "endpoints",
            "people",
            "inbox",
            "workspaces",
            "terraform",
            "timeline",
            "cluster");

    /** What a part says of its paths comes before this line, what it says of its schemas after it. */
    private static final String DIVIDER = "---\n";

    private final byte[] document;

    OpenApi(ObjectProvider<ApiPart> others) {
        var ours = PARTS.stream().map(part -> text(OpenApi.class, "openapi/" + part + ".yaml"));
        var added = others.orderedStream().map(part -> text(part.module(), part.resource()));
        this.document = composed(Stream.concat(ours, added).toList()).getBytes(UTF_8);
    }

    @GetMapping("/api/openapi.yaml")
    @Allow(Permission.NONE)
    ResponseEntity<byte[]> document() {
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType("application/yaml"))
                .body(document.clone());
    }

    /** The whole of it, as YAML. */
    public String text() {
        return new String(document, UTF_8);
    }

    private static String composed(List<String> parts) {
        var paths = new StringBuilder(text(OpenApi.class, "openapi/head.yaml")).append("paths:\n");
        var schemas = new StringBuilder();
        for (var part : parts) {
            var halves = part.split(DIVIDER, 2);
            paths.append(halves[0]);
            schemas.append(halves[1]);
        }
        return paths + text(OpenApi.class, "openapi/components.yaml") + schemas;
    }

    private static String text(Class<?> module, String resource) {
        try {
            return new ClassPathResource(resource, module).getContentAsString(UTF_8);
        } catch (IOException missing) {
            throw new UncheckedIOException("the description of the API lacks its part " + resource, missing);
        }
    }
}
