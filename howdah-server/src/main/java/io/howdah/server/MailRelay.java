// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.notification.email.SmtpChannel;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The relay that e-mail goes through: where it is, who sends, and who we say we are. */
record MailRelay(
        String host,
        int port,
        String from,
        Optional<String> fromName,
        Optional<String> user,
        Optional<String> password,
        Encryption encryption) {
    static final String ADDRESS = "HOWDAH_SMTP_ADDRESS";
    static final String FROM = "HOWDAH_SMTP_FROM";
    static final String FROM_NAME = "HOWDAH_SMTP_FROM_NAME";
    static final String USER = "HOWDAH_SMTP_USER";
    static final String PASSWORD = "HOWDAH_SMTP_PASSWORD";
    static final String PASSWORD_FILE = "HOWDAH_SMTP_PASSWORD_FILE";
    static final String ENCRYPTION = "HOWDAH_SMTP_ENCRYPTION";

    private static final int USUAL_PORT = 587;
    private static final Pattern PLACE = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:\\s]+)(?::(\\d{1,5}))?");

    /** How the connection is encrypted. */
    enum Encryption {
        starttls,
        tls,
        none
    }

    /** The one that the environment names; none when it names none. */
    static Optional<MailRelay> from(Map<String, String> environment) {
        Variables.checkParts(environment, ADDRESS);
        var address = environment.get(ADDRESS);
        if (address == null) {
            return Optional.empty();
        }
        var place = PLACE.matcher(address);
        if (!place.matches()) {
            throw CommandException.wrongSetting(
                    ADDRESS + " is a host and a port, such as smtp.example.com:587: " + address);
        }
        var port = place.group(2) == null ? USUAL_PORT : Integer.parseInt(place.group(2));
        var from = Optional.ofNullable(environment.get(FROM))
                .orElseThrow(() -> CommandException.wrongSetting(
                        ADDRESS + " is set, and who sends is not: set " + FROM + ", such as shop@example.com."));
        var user = Optional.ofNullable(environment.get(USER));
        var password = SecretSetting.of(environment, PASSWORD, PASSWORD_FILE);
        if (user.isPresent() != password.isPresent()) {
            throw CommandException.wrongSetting(
                    USER + " and " + PASSWORD + " (or " + PASSWORD_FILE + ") belong together: one of them is not set.");
        }
        return Optional.of(new MailRelay(
                place.group(1),
                port,
                from,
                Optional.ofNullable(environment.get(FROM_NAME)),
                user,
                password,
                encryption(environment.getOrDefault(ENCRYPTION, Encryption.starttls.name()))));
    }

    SmtpChannel channel() {
        try {
            var channel = SmtpChannel.of(host, port, from);
            channel = switch (encryption) {
                case starttls -> channel;
                case tls -> channel.encryptedFromTheStart();
                case none -> channel.withoutEncryption();
            };
            if (fromName.isPresent()) {
                channel = channel.fromName(fromName.get());
            }
            return user.isPresent() && password.isPresent() ? channel.login(user.get(), password.get()) : channel;
        } catch (IllegalArgumentException refused) {
            throw CommandException.wrongSetting(
                    "E-mail cannot be sent as HOWDAH_SMTP_… says: " + refused.getMessage(), refused);
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return host + ":" + port + " (" + encryption + ")"
                + user.map(name -> " as " + name + ":***").orElse("") + ", from " + from;
    }

    private static Encryption encryption(String word) {
        try {
            return Encryption.valueOf(word);
        } catch (IllegalArgumentException unknown) {
            throw CommandException.wrongSetting(ENCRYPTION + " is starttls, tls or none: " + word, unknown);
        }
    }
}
