/**
 * Howdah: what a backend team adds Redis, RabbitMQ, Kafka, ZooKeeper and Quartz for, on the PostgreSQL that it already
 * runs. {@link io.howdah.Howdah} is the way in.
 */
@NullMarked
package io.howdah;

import org.jspecify.annotations.NullMarked;
