// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.howdah.web.WebException;
import io.howdah.workspace.Snapshot;
import io.howdah.workspace.WorkspaceFile;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpRange;
import org.springframework.http.MediaType;

/**
 * The bytes of a file as an answer, piece by piece: all of them, or one range of them. Its tag is the hash of its
 * content, which never changes.
 */
record FileAnswer(Snapshot snapshot, WorkspaceFile file) {
    private static final int PIECE = 64 * 1024;

    static FileAnswer of(Snapshot snapshot, String path) {
        var file = snapshot.find(path)
                .orElseThrow(() -> WebException.notFound("There is no file \"" + path + "\" in version "
                        + snapshot.version().number() + "."));
        return new FileAnswer(snapshot, file);
    }

    void write(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var tag = "\"" + file.sha256() + "\"";
        var known = request.getHeader("If-None-Match");
        if (known != null && (known.equals("*") || known.contains(tag))) {
            response.setStatus(304);
            response.setHeader("ETag", tag);
            return;
        }
        var span = span(request, tag);
        try (var content = snapshot.read(file.path(), span.from(), span.length())) {
            // Before anything is said: what cannot be read at all is still a problem with a status.
            var piece = new byte[PIECE];
            var read = content.readNBytes(piece, 0, PIECE);
            head(response, tag, span);
            var out = response.getOutputStream();
            if (request.getMethod().equals("HEAD")) {
                return;
            }
            while (read > 0) {
                out.write(piece, 0, read);
                read = content.readNBytes(piece, 0, PIECE);
            }
            // Here, so that the container tells us when the client has gone.
            out.flush();
        }
    }

    private void head(HttpServletResponse response, String tag, Span span) {
        response.setStatus(span.isPart() ? 206 : 200);
        response.setHeader("ETag", tag);
        response.setHeader("Accept-Ranges", "bytes");
        response.setHeader("Howdah-Version", Long.toString(snapshot.version().number()));
        response.setContentType(MediaType.APPLICATION_OCTET_STREAM_VALUE);
        response.setHeader(
                "Content-Disposition",
                ContentDisposition.attachment()
                        .filename(file.path().substring(file.path().lastIndexOf('/') + 1), UTF_8)
                        .build()
                        .toString());
        response.setContentLengthLong(span.length());
        if (span.isPart()) {
            response.setHeader(
                    "Content-Range",
                    "bytes " + span.from() + "-" + (span.from() + span.length() - 1) + "/" + file.size());
        }
    }

    /** Several ranges at once, or none that can be understood, are answered with everything, as the standard allows. */
    private Span span(HttpServletRequest request, String tag) {
        var everything = new Span(0, file.size(), false);
        var condition = request.getHeader("If-Range");
        var header = request.getHeader("Range");
        if (header == null || (condition != null && !condition.equals(tag))) {
            return everything;
        }
        List<HttpRange> ranges;
        try {
            ranges = HttpRange.parseRanges(header);
        } catch (IllegalArgumentException notUnderstood) {
            return everything;
        }
        if (ranges.size() != 1) {
            return everything;
        }
        if (file.size() == 0 || ranges.getFirst().getRangeStart(file.size()) >= file.size()) {
            throw WebException.outOfRange(file.size());
        }
        var start = ranges.getFirst().getRangeStart(file.size());
        return new Span(start, ranges.getFirst().getRangeEnd(file.size()) - start + 1, true);
    }

    /** Which bytes. */
    private record Span(long from, long length, boolean isPart) {}
}
