// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import io.howdah.Observer;
import java.time.Duration;

/** Tells an observer that is not known yet when the {@code Howdah} is built, and nobody until then. Thread-safe. */
final class LateObserver implements Observer {
    private volatile Observer told = Observer.NONE;

    void tell(Observer observer) {
        told = observer;
    }

    @Override
    public void taken(String queue, int count) {
        told.taken(queue, count);
    }

    @Override
    public void attempted(String queue, String kind, Outcome outcome, Duration took) {
        told.attempted(queue, kind, outcome, took);
    }

    @Override
    public void attemptLost(String queue, String kind) {
        told.attemptLost(queue, kind);
    }

    @Override
    public void settled(Outcome outcome, int count) {
        told.settled(outcome, count);
    }

    @Override
    public void givenBack(String queue, long count) {
        told.givenBack(queue, count);
    }

    @Override
    public void handled(String topic, String group, Outcome outcome, long events, Duration took) {
        told.handled(topic, group, outcome, events, took);
    }

    @Override
    public void lockLost(String kind, String name) {
        told.lockLost(kind, name);
    }

    @Override
    public void membershipLost() {
        told.membershipLost();
    }

    @Override
    public void limitGranted(String policy, String source) {
        told.limitGranted(policy, source);
    }

    @Override
    public void limitDenied(String policy, String source) {
        told.limitDenied(policy, source);
    }

    @Override
    public void delivered(String channel, String result, Duration took) {
        told.delivered(channel, result, took);
    }
}
