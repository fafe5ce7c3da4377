// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification.email;

import io.howdah.notification.Channel;
import io.howdah.notification.ChannelAnswer;
import io.howdah.notification.Outgoing;
import java.io.IOException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Sends notifications as e-mail through a relay. Immutable: every method answers with a changed copy. Thread-safe.
 *
 * <p>A mail has its delivery's id as its Message-ID, so that mail systems can tell one that comes twice. Encryption by
 * STARTTLS is required, unless said otherwise. What the relay refuses for good (5xx) is a dead letter at once; what it
 * puts off (4xx) is tried again.
 */
public final class SmtpChannel implements Channel {
    private static final Pattern ADDRESS = Pattern.compile("[^\\s<>@\",;:\\\\]{1,64}@[A-Za-z0-9.-]{1,253}");

    /** How the connection is encrypted. */
    enum Encryption {
        STARTTLS,
        FROM_THE_START,
        NONE
    }

    /** Who we say we are. */
    record Login(String user, String password) {}

    private final String host;
    private final int port;
    private final String from;
    private @Nullable String fromName;
    private @Nullable Login login;
    private @Nullable SSLContext tls;
    private Encryption encryption = Encryption.STARTTLS;
    private Duration timeout = Duration.ofSeconds(30);

    private SmtpChannel(String host, int port, String from) {
        this.host = host;
        this.port = port;
        this.from = from;
    }

    /**
     * A relay, usually at port 587.
     *
     * @param from the sender's address
     */
    public static SmtpChannel of(String host, int port, String from) {
        if (!ADDRESS.matcher(from).matches()) {
            throw new IllegalArgumentException("\"" + from + "\" is no e-mail address");
        }
        if (host.isEmpty() || port < 1 || port > 65_535) {
            throw new IllegalArgumentException("a relay has a host and a port: " + host + " " + port);
        }
        return new SmtpChannel(host, port, from);
    }

    /** The sender's name. */
    public SmtpChannel fromName(String name) {
        return copy(channel -> channel.fromName = name);
    }

    public SmtpChannel login(String user, String password) {
        return copy(channel -> channel.login = new Login(user, password));
    }

    /** Encrypted from the start, usually at port 465, instead of by STARTTLS. */
    public SmtpChannel encryptedFromTheStart() {
        return copy(channel -> channel.encryption = Encryption.FROM_THE_START);
    }

    /** For a relay on the same machine. A login is refused then. */
    public SmtpChannel withoutEncryption() {
        return copy(channel -> channel.encryption = Encryption.NONE);
    }

    /** Whom to trust. Default: whom the JDK trusts. */
    public SmtpChannel tls(SSLContext tls) {
        return copy(channel -> channel.tls = tls);
    }

    /** How long connecting and each answer may take. Default: 30 s. */
    public SmtpChannel timeout(Duration timeout) {
        if (!timeout.isPositive() || timeout.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException("an answer may take up to a minute: " + timeout);
        }
        return copy(channel -> channel.timeout = timeout);
    }

    private SmtpChannel copy(Consumer<SmtpChannel> change) {
        var copy = new SmtpChannel(host, port, from);
        copy.fromName = fromName;
        copy.login = login;
        copy.tls = tls;
        copy.encryption = encryption;
        copy.timeout = timeout;
        change.accept(copy);
        if (copy.encryption == Encryption.NONE && copy.login != null) {
            throw new IllegalArgumentException("a password is not sent without encryption");
        }
        return copy;
    }

    @Override
    public String name() {
        return "email";
    }

    @Override
    public ChannelAnswer deliver(Outgoing delivery) throws IOException {
        var mail = MailText.of(delivery, from, fromName);
        try (var session = SmtpSession.open(this)) {
            return session.send(from, delivery.address(), mail).peer(host + " port " + port);
        } catch (SmtpSession.Refusal refusal) {
            return ChannelAnswer.failed(String.valueOf(refusal.getMessage())).peer(host + " port " + port);
        }
    }

    String host() {
        return host;
    }

    int port() {
        return port;
    }

    Encryption encryption() {
        return encryption;
    }

    @Nullable
    Login login() {
        return login;
    }

    int timeoutMillis() {
        return (int) timeout.toMillis();
    }

    /** The part of the sender's address that names a host: what we greet with. */
    String domain() {
        return from.substring(from.indexOf('@') + 1);
    }

    SSLContext tls() {
        try {
            return tls == null ? SSLContext.getDefault() : tls;
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("this JDK has no TLS", missing);
        }
    }
}
