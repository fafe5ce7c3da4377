// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate for {@code localhost}, for a server here and a process that trusts it. */
record LocalCertificate(Path store) {
    private static final String PASSWORD = "changeit";

    static LocalCertificate in(Path folder) {
        var store = folder.resolve("localhost.p12");
        try {
            if (!Files.exists(store)) {
                make(store);
            }
            return new LocalCertificate(store);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError(stopped);
        }
    }

    String[] trustOptions() {
        return new String[] {"-Djavax.net.ssl.trustStore=" + store, "-Djavax.net.ssl.trustStorePassword=" + PASSWORD};
    }

    SSLContext context() {
        try (var in = Files.newInputStream(store)) {
            var keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(keys, PASSWORD.toCharArray());
            var context = SSLContext.getInstance("TLS");
            context.init(own.getKeyManagers(), null, null);
            return context;
        } catch (IOException | GeneralSecurityException failure) {
            throw new AssertionError(failure);
        }
    }

    private static void make(Path store) throws IOException, InterruptedException {
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var words = "-genkeypair -alias localhost -keyalg EC -dname CN=localhost -ext SAN=dns:localhost -validity 30"
                + " -storetype PKCS12 -storepass " + PASSWORD;
        var command = new ArrayList<>(List.of(keytool));
        command.addAll(List.of(words.split(" ")));
        command.addAll(List.of("-keystore", store.toString()));
        var made = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(made.getInputStream().readAllBytes(), UTF_8);
        if (made.waitFor() != 0) {
            throw new IOException(said);
        }
    }
}
