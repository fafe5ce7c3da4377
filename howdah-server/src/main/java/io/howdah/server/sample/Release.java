// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.sample;

/** What is deployed: a version of an application. */
record Release(String application, String version) {
    static final String ENVIRONMENT = "production";

    private static final String PREFIX = "release-";

    String subject() {
        return "deploy/" + application + "/" + ENVIRONMENT;
    }

    /** One name for everything that belongs to it, from the request to the webhook. */
    String correlation() {
        return PREFIX + application + "-" + version;
    }

    static boolean isRelease(String correlation) {
        return correlation.startsWith(PREFIX);
    }
}
