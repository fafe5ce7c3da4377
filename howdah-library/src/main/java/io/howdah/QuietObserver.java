// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Somebody's observer, whose failures must not become those of the work it looks at. Thread-safe. */
final class QuietObserver implements Observer {
    private static final Logger log = LoggerFactory.getLogger(QuietObserver.class);

    private final Observer told;

    private QuietObserver(Observer told) {
        this.told = told;
    }

    /** The one that looks away stays as it is: asking for it must cost nothing. */
    static Observer of(Observer observer) {
        return observer.equals(NONE) ? NONE : new QuietObserver(observer);
    }

    @Override
    public void taken(String queue, int count) {
        try {
            told.taken(queue, count);
        } catch (RuntimeException | Error failure) {
            failed(failure);
        }
    }

    @Override
    public void attempted(String queue, String kind, Outcome outcome, Duration took) {
        try {
            told.attempted(queue, kind, outcome, took);
        } catch (RuntimeException | Error failure) {
            failed(failure);
        }
    }

    @Override
    public void attemptLost(String queue, String kind) {
        try {
            told.attemptLost(queue, kind);
        } catch (RuntimeException | Error failure) {
            failed(failure);
        }
    }

    @Override
    public void settled(Outcome outcome, int count) {
        try {
            told.settled(outcome, count);
        } catch (RuntimeException | Error failure) {
            failed(failure);
        }
    }

    @Override
    public void givenBack(String queue, long count) {
        try {
            told.givenBack(queue, count);
        } catch (RuntimeException | Error failure) {
            failed(failure);
        }
    }

    @Override
    public void handled(String topic, String group, Outcome outcome, long events, Duration took) {
        try {
            told.handled(topic, group, outcome, events, took);
        } catch (RuntimeException | Error failure) {
            failed(failure);
        }
    }

    @Override
    public void lockLost(String kind, String name) {
        try {
            told.lockLost(kind, name);
        } catch (RuntimeException | Error failure) {
            failed(failure);
        }
    }

    @Override
    public void membershipLost() {
        try {
            told.membershipLost();
        } catch (RuntimeException | Error failure) {
            failed(failure);
        }
    }

    @Override
    public void limitGranted(String policy, String source) {
        try {
            told.limitGranted(policy, source);
        } catch (RuntimeException | Error failure) {
            failed(failure);
        }
    }

    @Override
    public void limitDenied(String policy, String source) {
        try {
            told.limitDenied(policy, source);
        } catch (RuntimeException | Error failure) {
            failed(failure);
        }
    }

    @Override
    public void delivered(String channel, String result, Duration took) {
        try {
            told.delivered(channel, result, took);
        } catch (RuntimeException | Error failure) {
            failed(failure);
        }
    }

    private void failed(Throwable failure) {
        log.warn("The observer {} failed; what it was told of goes on", told, failure);
    }
}
