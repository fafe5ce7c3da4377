// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The first application of docs/spring.md. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(Orders.class)
class OrdersApplication {}
