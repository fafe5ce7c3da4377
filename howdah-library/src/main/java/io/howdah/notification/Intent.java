// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants others to know. Immutable: every method answers with a changed copy.
 *
 * <p>The words are given as they are, or made by a template of the data. Receivers of webhooks, events and messages get
 * the data; people get the words.
 */
public final class Intent {
    private static final int DEFAULT_PRIORITY = 5;

    private final String producer;
    private final String key;
    private final String type;
    private List<Recipient> to = List.of();
    private @Nullable String subject;
    private @Nullable String text;
    private @Nullable String html;
    private @Nullable String template;
    private @Nullable Object data;
    private @Nullable String dataJson;
    private @Nullable String correlation;
    private @Nullable Instant notBefore;
    private @Nullable Duration keyFor;
    private int priority = DEFAULT_PRIORITY;

    private Intent(String producer, String key, String type) {
        this.producer = producer;
        this.key = key;
        this.type = type;
    }

    /**
     * An intent without recipients yet.
     *
     * @param producer whose keys these are: those of one producer are not those of another
     * @param key what makes it the same intent when it comes again
     * @param type words with dots between them, such as {@code order.shipped}: what endpoints subscribe to and people
     *     have preferences for
     */
    public static Intent of(String producer, String key, String type) {
        return new Intent(producer, key, type);
    }

    /** Also to these; somebody who is reached twice by the same channel gets it once. */
    public Intent to(Recipient... recipients) {
        var more = new ArrayList<>(to);
        more.addAll(List.of(recipients));
        return copy(intent -> intent.to = List.copyOf(more));
    }

    /** Up to 500 characters. */
    public Intent subject(String subject) {
        return copy(intent -> intent.subject = subject);
    }

    /** Up to 100 000 characters. */
    public Intent text(String text) {
        return copy(intent -> intent.text = text);
    }

    /** Up to 500 000 characters, for e-mail. */
    public Intent html(String html) {
        return copy(intent -> intent.html = html);
    }

    /** The template that makes the words out of the data. */
    public Intent template(String template) {
        return copy(intent -> intent.template = template);
    }

    /** Anything that the codec writes as JSON, up to 256 KB. */
    public Intent data(Object data) {
        return copy(intent -> {
            intent.data = data;
            intent.dataJson = null;
        });
    }

    /** JSON as it is, up to 256 KB. */
    public Intent dataJson(String json) {
        return copy(intent -> {
            intent.data = null;
            intent.dataJson = json;
        });
    }

    /** 0 (urgent) to 9; default 5. Up to 2 it waits neither for quiet hours nor for a digest. */
    public Intent priority(int priority) {
        return copy(intent -> intent.priority = priority);
    }

    /** What it belongs to: up to 200 characters. */
    public Intent correlation(String correlation) {
        return copy(intent -> intent.correlation = correlation);
    }

    /** Not to be delivered before this time. Events are appended at once. */
    public Intent notBefore(Instant time) {
        return copy(intent -> intent.notBefore = time);
    }

    /** How long the key is the producer's; then it may be used again. Default: 24 hours, at most 366 days. */
    public Intent keyFor(Duration period) {
        return copy(intent -> intent.keyFor = period);
    }

    private Intent copy(Consumer<Intent> change) {
        var copy = new Intent(producer, key, type);
        copy.to = to;
        copy.subject = subject;
        copy.text = text;
        copy.html = html;
        copy.template = template;
        copy.data = data;
        copy.dataJson = dataJson;
        copy.correlation = correlation;
        copy.notBefore = notBefore;
        copy.keyFor = keyFor;
        copy.priority = priority;
        change.accept(copy);
        return copy;
    }

    String producer() {
        return producer;
    }

    String key() {
        return key;
    }

    String type() {
        return type;
    }

    String[] recipients() {
        return to.stream().map(Recipient::text).toArray(String[]::new);
    }

    @Nullable
    String subject() {
        return subject;
    }

    @Nullable
    String text() {
        return text;
    }

    @Nullable
    String html() {
        return html;
    }

    @Nullable
    String template() {
        return template;
    }

    @Nullable
    Object data() {
        return data;
    }

    @Nullable
    String dataJson() {
        return dataJson;
    }

    @Nullable
    String correlation() {
        return correlation;
    }

    @Nullable
    Instant notBefore() {
        return notBefore;
    }

    @Nullable
    Duration keyFor() {
        return keyFor;
    }

    int priority() {
        return priority;
    }
}
