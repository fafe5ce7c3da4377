// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples.orders;

import io.howdah.log.Topic;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The shop. What it needs of Howdah is the starter on the class path, and a DataSource. */
@SpringBootApplication
public class OrdersApplication {
    static final Topic PLACED = Topic.of("orders").partitions(4);

    public static void main(String[] arguments) {
        SpringApplication.run(OrdersApplication.class, arguments);
    }

    @Bean
    Topic placed() {
        return PLACED;
    }
}
