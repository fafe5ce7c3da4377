// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** What a request is answered, as it is sent and as it is kept for whoever repeats the request. */
@SuppressWarnings("ArrayRecordComponent") // Made here, sent, and never changed.
record Answer(int status, Optional<String> location, byte[] body) {
    ResponseEntity<byte[]> entity() {
        var entity = ResponseEntity.status(status).contentType(MediaType.APPLICATION_JSON);
        location.ifPresent(path -> entity.header("Location", path));
        return entity.body(body);
    }
}
