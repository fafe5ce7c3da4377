// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import io.howdah.web.access.Allow;
import io.howdah.web.access.Permission;
import java.io.IOException;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The description of the API, for programs that make clients of it. */
@RestController
final class OpenApi {
    @GetMapping("/api/openapi.yaml")
    @Allow(Permission.NONE)
    ResponseEntity<byte[]> document() throws IOException {
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType("application/yaml"))
                .body(new ClassPathResource("openapi.yaml", OpenApi.class).getContentAsByteArray());
    }
}
