// SPDX-License-Identifier: Apache-2.0
package io.howdah.server;

import io.howdah.server.account.AccountWeb;
import io.howdah.server.trace.TraceFilter;
import org.apache.catalina.core.StandardHost;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/** The server as Spring sees it: API and console at the root, closed to whoever has no account and no key. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({AccountWeb.class, HealthApi.class, MetricsApi.class, Errors.class})
public final class ServerApplication {
    ServerApplication() {}

    /** A queue's name may have a slash in it, which is then written %2F. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> slashes() {
        return factory -> factory.addConnectorCustomizers(
                connector -> connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue()));
    }

    /** Of calls alone: pages are for people, and whoever watches asks all the time. */
    @Bean
    FilterRegistrationBean<TraceFilter> traces(Replica replica) {
        var filter = new FilterRegistrationBean<>(new TraceFilter(replica.traces()));
        filter.addUrlPatterns("/api/*");
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> refusals() {
        return factory -> factory.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(Refusals.class.getName());
            }
        });
    }
}
