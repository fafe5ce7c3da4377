// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.console;

import io.howdah.web.WebException;
import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The few files that pages load. Named one by one: nothing else of the class path can be asked for. */
@RestController
final class Assets {
    private static final Map<String, Asset> ALL = Map.of(
            "console.css", new Asset("io/howdah/web/assets/console.css", "text/css;charset=utf-8"),
            "console.js", new Asset("io/howdah/web/assets/console.js", "text/javascript;charset=utf-8"),
            "explore.js", new Asset("io/howdah/web/assets/explore.js", "text/javascript;charset=utf-8"),
            "howdah.svg", new Asset("io/howdah/web/assets/howdah.svg", "image/svg+xml"),
            "htmx.js", new Asset("META-INF/resources/webjars/htmx.org/2.0.10/dist/htmx.min.js", "text/javascript"));

    private record Asset(String resource, String type) {}

    /** The version is in the path, so a browser may keep them. */
    @GetMapping("/assets/{version}/{name}")
    @Allow(Permission.NONE)
    ResponseEntity<byte[]> asset(@PathVariable("name") String name) throws IOException {
        var asset = ALL.get(name);
        if (asset == null) {
            throw WebException.notFound("There is no such file.");
        }
        return ResponseEntity.ok()
                .cacheControl(CacheControl.maxAge(Duration.ofHours(1)))
                .contentType(MediaType.parseMediaType(asset.type))
                .body(new ClassPathResource(asset.resource).getContentAsByteArray());
    }
}
