// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.Howdah;
import io.howdah.server.account.LoginWays;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner.Mode;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** What a replica answers over HTTP: the API, the console, and whether it lives and is ready. */
final class Web implements AutoCloseable {
    /** Nothing of the surroundings changes these: they decide who gets in, or that a client cannot hold us up. */
    private static final List<String> SETTINGS = List.of(
            "--spring.main.register-shutdown-hook=false",
            "--spring.main.log-startup-info=false",
            "--spring.threads.virtual.enabled=true",
            "--spring.web.resources.add-mappings=false",
            "--spring.servlet.multipart.enabled=false",
            "--spring.jmx.enabled=false",
            "--server.tomcat.connection-timeout=10s",
            "--server.tomcat.max-connections=2000",
            "--server.tomcat.max-keep-alive-requests=10000",
            "--server.tomcat.max-http-form-post-size=1MB",
            "--server.compression.enabled=true",
            "--server.error.include-message=never",
            "--howdah.web.path=",
            "--howdah.migrate=false",
            "--howdah.start=false");

    /** Tells of each step of its start, past our log and in another form. Kept, for else the level is forgotten. */
    private static final Logger TOMCAT = Logger.getLogger("org.apache");

    private final InetSocketAddress address;
    private @Nullable ConfigurableApplicationContext context;

    private Web(InetSocketAddress address) {
        this.address = address;
    }

    /** Looks whether the port can be had; nothing is answered yet. */
    static Web on(InetSocketAddress address) {
        if (address.isUnresolved()) {
            throw new CommandException("The address " + address.getHostString() + " to bind to is not known.");
        }
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address);
        } catch (IOException e) {
            throw new CommandException(
                    "Port " + address.getPort() + " on " + address.getHostString() + " is not free (" + e.getMessage()
                            + "). Stop what listens there, or choose another with --port.",
                    e);
        }
        return new Web(address);
    }

    /** Answers for this replica from now on. */
    void serve(Replica replica, Trust trust) {
        // Spring would look for a logging system to set up; ours is set up already.
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
        TOMCAT.setLevel(Level.WARNING);
        var arguments = Stream.concat(
                SETTINGS.stream(),
                Stream.of(
                        "--server.port=" + address.getPort(),
                        "--server.address=" + address.getAddress().getHostAddress(),
                        "--server.forward-headers-strategy=" + (trust == Trust.PROXY ? "native" : "none"),
                        "--howdah.name=" + replica.name(),
                        "--howdah.schema=" + replica.schema(),
                        "--howdah.web.redact=" + replica.redacted(),
                        "--howdah.web.workspace-store=" + replica.workspaceStore()));
        context = new SpringApplicationBuilder(ServerApplication.class)
                .bannerMode(Mode.OFF)
                .web(WebApplicationType.SERVLET)
                .initializers((GenericApplicationContext made) -> {
                    made.registerBean(Replica.class, () -> replica, definition -> definition.setDestroyMethodName(""));
                    made.registerBean(Trust.class, () -> trust);
                    made.registerBean(LoginWays.class, replica::loginWays);
                    made.registerBean(Howdah.class, replica::howdah, definition -> definition.setDestroyMethodName(""));
                    made.registerBean(
                            DataSource.class, replica::dataSource, definition -> definition.setDestroyMethodName(""));
                })
                .run(arguments.toArray(String[]::new));
    }

    /** Whose word is taken for where a request came from. */
    enum Trust {
        /** Only the connection's. */
        NOBODY,
        /** Also that of the proxy in front of us, in X-Forwarded headers. */
        PROXY
    }

    /** A part of what answers, once it does. */
    <T> T bean(Class<T> type) {
        if (context == null) {
            throw new IllegalStateException("nothing is answered yet");
        }
        return context.getBean(type);
    }

    int port() {
        return context instanceof WebServerApplicationContext server && server.getWebServer() != null
                ? server.getWebServer().getPort()
                : address.getPort();
    }

    @Override
    public void close() {
        if (context != null) {
            context.close();
        }
    }
}
