/**
 * Howdah in Spring Boot: with one dependency and a DataSource there is a {@code Howdah}, started and stopped with the
 * application, whose outbox verbs join the transaction that the thread is in.
 */
@NullMarked
package io.howdah.spring;

import org.jspecify.annotations.NullMarked;
