// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification.email;

import io.howdah.notification.ChannelAnswer;
import io.howdah.notification.email.SmtpChannel.Encryption;
import io.howdah.notification.email.SmtpChannel.Login;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A conversation with a relay, of one mail. Used by one thread. */
final class SmtpSession implements Closeable {
    private static final Logger log = LoggerFactory.getLogger(SmtpSession.class);
    private static final int LONGEST_LINE = 2_048;
    private static final int MOST_LINES = 100;
    private static final Pattern REPLY = Pattern.compile("(\\d{3})([ -].*)?");

    private final SmtpChannel relay;
    private Socket socket;
    private InputStream in;
    private String abilities = "";

    /** What a relay says, all lines of it. */
    private record Reply(int code, String text) {
        boolean isGood() {
            return code >= 200 && code < 400;
        }

        boolean isForGood() {
            return code >= 500;
        }
    }

    /** The relay does not do what it would have to. */
    static final class Refusal extends IOException {
        Refusal(String message) {
            super(message);
        }
    }

    private SmtpSession(SmtpChannel relay, Socket socket) throws IOException {
        this.relay = relay;
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** Connected, greeted, encrypted and logged in. */
    static SmtpSession open(SmtpChannel relay) throws IOException {
        var plain = new Socket();
        try {
            plain.connect(new InetSocketAddress(relay.host(), relay.port()), relay.timeoutMillis());
            plain.setSoTimeout(relay.timeoutMillis());
            plain.setTcpNoDelay(true);
            var session = new SmtpSession(
                    relay, relay.encryption() == Encryption.FROM_THE_START ? encrypted(relay, plain) : plain);
            session.greet();
            return session;
        } catch (IOException | RuntimeException failure) {
            plain.close();
            throw failure;
        }
    }

    private void greet() throws IOException {
        require("the greeting", read());
        hello();
        if (relay.encryption() == Encryption.STARTTLS) {
            if (!abilities.contains("STARTTLS")) {
                throw new Refusal("the relay does not offer STARTTLS; nothing is sent in the clear");
            }
            require("STARTTLS", ask("STARTTLS"));
            if (in.available() > 0) {
                // Said in the clear, to be believed as if it had been encrypted.
                throw new ProtocolException("the relay went on talking before encryption had begun");
            }
            socket = encrypted(relay, socket);
            in = new BufferedInputStream(socket.getInputStream());
            hello();
        }
        var login = relay.login();
        if (login != null) {
            logIn(login);
        }
    }

    private void hello() throws IOException {
        var reply = ask("EHLO " + relay.domain());
        require("EHLO", reply);
        abilities = reply.text().toUpperCase(Locale.ROOT);
    }

    private void logIn(Login login) throws IOException {
        var secret = "\0" + login.user() + "\0" + login.password();
        require("the login", ask("AUTH PLAIN " + base64(secret)));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Socket encrypted(SmtpChannel relay, Socket plain) throws IOException {
        var socket = (SSLSocket) relay.tls().getSocketFactory().createSocket(plain, relay.host(), relay.port(), true);
        var parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    /** @throws Refusal if it is us whom the relay does not want */
    ChannelAnswer send(String from, String to, byte[] mail) throws IOException {
        require("the sender", ask("MAIL FROM:<" + from + ">"));
        var recipient = ask("RCPT TO:<" + to + ">");
        if (!recipient.isGood()) {
            return notSent("the recipient", recipient);
        }
        require("DATA", ask("DATA"));
        socket.getOutputStream().write(stuffed(mail));
        var sent = ask(".");
        return sent.isGood()
                ? ChannelAnswer.delivered().status(sent.code()).answer(sent.text())
                : notSent("the mail", sent);
    }

    private static ChannelAnswer notSent(String what, Reply reply) {
        var words = "the relay refused " + what + ": " + reply.code() + " " + reply.text();
        var answer = reply.isForGood() ? ChannelAnswer.refused("refused", words) : ChannelAnswer.failed(words);
        return answer.status(reply.code()).answer(reply.text());
    }

    /** A line that is a dot alone would be the end. */
    private static byte[] stuffed(byte[] mail) {
        var text = new String(mail, StandardCharsets.US_ASCII);
        return (text.startsWith(".") ? "." + text : text)
                .replace("\r\n.", "\r\n..")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static void require(String what, Reply reply) throws Refusal {
        if (!reply.isGood()) {
            throw new Refusal("the relay refused " + what + ": " + reply.code() + " " + reply.text());
        }
    }

    private Reply ask(String command) throws IOException {
        var out = socket.getOutputStream();
        out.write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return read();
    }

    private Reply read() throws IOException {
        var text = new StringBuilder();
        for (int i = 0; i < MOST_LINES; i++) {
            var reply = REPLY.matcher(line());
            if (!reply.matches()) {
                throw new ProtocolException("the relay does not speak SMTP");
            }
            var rest = reply.group(2) == null ? "" : reply.group(2);
            text.append(text.isEmpty() ? "" : "\n").append(rest.isEmpty() ? "" : rest.substring(1));
            if (!rest.startsWith("-")) {
                return new Reply(Integer.parseInt(reply.group(1)), text.toString());
            }
        }
        throw new ProtocolException("the relay says more than " + MOST_LINES + " lines at once");
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (var one = in.read(); one != '\n'; one = in.read()) {
            if (one < 0) {
                throw new EOFException("the relay closed the connection");
            }
            if (line.size() == LONGEST_LINE) {
                throw new ProtocolException("the relay says a line longer than " + LONGEST_LINE + " bytes");
            }
            if (one != '\r') {
                line.write(one);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    /** Without waiting for a farewell: what was accepted stays accepted, and the other end may have been faster. */
    @Override
    public void close() throws IOException {
        try {
            socket.getOutputStream().write("QUIT\r\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException gone) {
            log.debug("The relay hung up first", gone);
        } finally {
            socket.close();
        }
    }
}
