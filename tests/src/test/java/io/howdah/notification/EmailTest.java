// SPDX-License-Identifier: Apache-2.0
package io.howdah.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.howdah.Howdah;
import io.howdah.notification.email.SmtpChannel;
import io.howdah.test.HowdahTest;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.subethamail.smtp.MessageContext;
import org.subethamail.smtp.RejectException;
import org.subethamail.smtp.auth.EasyAuthenticationHandlerFactory;
import org.subethamail.smtp.auth.LoginFailedException;
import org.subethamail.smtp.server.SMTPServer;

/** Mails through an SMTP server of others, read by a mail library of others. */
@HowdahTest
class EmailTest {
    private static final String WORDS = "Grüße, Ada!\n.\nEin Punkt allein, und eine lange Zeile: " + "ö".repeat(2_000);

    @TempDir
    static Path folder;

    private final List<MimeMessage> mails = new CopyOnWriteArrayList<>();
    private volatile int refusal;
    private TestCertificate certificate;
    private SMTPServer server;
    private Howdah howdah;
    private Notifications notifications;

    @BeforeEach
    void server(Howdah howdah) {
        this.howdah = howdah;
        this.notifications = howdah.notifications();
        certificate = TestCertificate.in(folder);
        server = SMTPServer.port(0)
                .bindAddress(InetAddress.getLoopbackAddress())
                .enableTLS()
                .requireTLS()
                .requireAuth()
                .authenticationHandlerFactory(new EasyAuthenticationHandlerFactory((user, password, context) -> {
                    if (!user.equals("howdah") || !password.equals("secret")) {
                        throw new LoginFailedException();
                    }
                }))
                .startTlsSocketFactory(certificate.context())
                .messageHandler(this::arrived)
                .build();
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    private void arrived(MessageContext context, String from, String to, byte[] data) throws RejectException {
        if (refusal != 0) {
            throw new RejectException(refusal, "not now");
        }
        try {
            mails.add(new MimeMessage(Session.getInstance(new Properties()), new ByteArrayInputStream(data)));
        } catch (MessagingException unreadable) {
            throw new RejectException(554, unreadable.toString());
        }
    }

    private SmtpChannel relay() {
        return SmtpChannel.of("localhost", server.getPortAllocated(), "no-reply@example.com")
                .fromName("Bücher & Co")
                .tls(certificate.context());
    }

    private Delivery send(Intent intent) {
        notifications.notify(intent);
        howdah.drain();
        return notifications.deliveries().list(DeliveryFilter.all(), 1).getFirst();
    }

    private static Intent intent(String key) {
        return Intent.of("shop", key, "order.shipped").to(Recipient.email("ada@example.com"));
    }

    @Test
    void a_mail_arrives_encrypted_and_as_it_was_written() throws Exception {
        notifications.deliver(DeliveryOptions.defaults().channel(relay().login("howdah", "secret")));
        notifications
                .people()
                .put(NotificationTemplate.of("t", "Größe {{size}} " + "x".repeat(100), WORDS)
                        .html("<p>{{size}}</p>"));

        var delivery = send(intent("1").template("t").data(Map.of("size", "<ü>")));

        assertThat(delivery.state()).as(delivery.toString()).isEqualTo(DeliveryState.DELIVERED);
        var mail = mails.getFirst();
        assertThat(mail.getSubject()).isEqualTo("Größe <ü> " + "x".repeat(100));
        assertThat(mail.getFrom()[0].toString()).contains("no-reply@example.com");
        assertThat(mail.getMessageID()).isEqualTo("<" + delivery.id() + "@example.com>");
        assertThat(mail.getContentType()).startsWith("multipart/alternative");
        var parts = (MimeMultipart) mail.getContent();
        assertThat(parts.getBodyPart(0).getContent().toString().replace("\r\n", "\n"))
                .isEqualTo(WORDS);
        assertThat(parts.getBodyPart(1).getContent()).isEqualTo("<p>&lt;ü&gt;</p>");
        var attempt = notifications.deliveries().attempts(delivery.id()).getFirst();
        assertThat(attempt.status()).contains(250);
    }

    @Test
    void what_is_refused_for_good_is_dead_and_what_is_put_off_is_tried_again() throws Exception {
        notifications.deliver(DeliveryOptions.defaults()
                .channel(relay().login("howdah", "secret"))
                .retryAfter(Duration.ofMinutes(1)));

        refusal = 550;
        var refused = send(intent("1").text("x"));
        refusal = 451;
        var putOff = send(intent("2").text("x"));

        assertThat(refused.state()).isEqualTo(DeliveryState.DEAD);
        assertThat(refused.cause()).contains("refused");
        assertThat(putOff.state()).isEqualTo(DeliveryState.WAITING);
        assertThat(putOff.error().orElseThrow()).contains("451");
    }

    @Test
    void a_line_break_in_a_subject_makes_no_header() throws Exception {
        notifications.deliver(DeliveryOptions.defaults().channel(relay().login("howdah", "secret")));

        send(intent("1").subject("hello\r\nBcc: eve@example.com").text("x"));

        assertThat(mails.getFirst().getHeader("Bcc")).isNull();
        assertThat(mails.getFirst().getSubject()).contains("Bcc");
    }

    @Test
    void nothing_goes_to_a_relay_that_cannot_be_trusted_or_does_not_trust_us() {
        notifications.deliver(DeliveryOptions.defaults()
                .channel(SmtpChannel.of("localhost", server.getPortAllocated(), "no-reply@example.com")));

        var delivery = send(intent("1").text("x"));

        assertThat(delivery.error().orElseThrow()).contains("SSLHandshakeException");
        assertThat(mails).isEmpty();
        assertThatThrownBy(() -> relay().withoutEncryption().login("a", "b")).hasMessageContaining("password");
    }

    @Test
    void a_wrong_password_is_our_failure_and_not_the_mails() {
        notifications.deliver(DeliveryOptions.defaults().channel(relay().login("howdah", "wrong")));

        var delivery = send(intent("1").text("x"));

        assertThat(delivery.state()).isEqualTo(DeliveryState.WAITING);
        assertThat(delivery.error().orElseThrow()).contains("the login").doesNotContain("wrong");
    }
}
