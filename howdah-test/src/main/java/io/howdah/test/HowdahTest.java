// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test class a real PostgreSQL database of its own, with the schema in place.
 *
 * <p>Tests and constructors may ask for a {@link io.howdah.Howdah} that is not started, the {@link TestDatabase}, the
 * {@link TestClock} and a {@link javax.sql.DataSource}. Each test begins with empty tables and the true time. After
 * each test everything is closed, and the test fails if a loop still runs or a connection is still taken.
 *
 * <p>On a test class that Spring runs ({@code @SpringBootTest} and its kin) it puts the application on such a database;
 * {@link TestDatabase}, {@link TestClock} and the {@link TcpProxy} in between are beans then. The application starts
 * and rests: nothing runs in the background unless a test drains or starts its {@code Howdah}. After each test it rests
 * again, work, approvals and notifications are forgotten, and the true time is back; what the application has declared,
 * the log and your own tables stay.
 *
 * <p>The server is started once per JVM from the binaries on the class path; the environment variable
 * {@code HOWDAH_TEST_URL} (a JDBC URL with user and password, of a role that may create databases) names another.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(HowdahExtension.class)
public @interface HowdahTest {}
