// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples;

import io.howdah.Howdah;
import io.howdah.job.JobType;
import io.howdah.job.Workflow;

/** A picture is fetched, then resized and tagged side by side, then published with what both have found out. */
final class WorkflowExample {
    private static final JobType<String> FETCH = JobType.of("example-fetch", String.class);
    private static final JobType<String> RESIZE = JobType.of("example-resize", String.class);
    private static final JobType<String> TAG = JobType.of("example-tag", String.class);
    private static final JobType<String> PUBLISH = JobType.of("example-publish", String.class);

    private WorkflowExample() {}

    public static void main(String... arguments) {
        try (var howdah = Howdah.open(Database.of(arguments))) {
            howdah.migrate();
            var jobs = howdah.jobs();
            jobs.handle(FETCH, job -> System.out.println("fetching " + job.payload()));
            jobs.handle(RESIZE, job -> job.result(640));
            jobs.handle(TAG, job -> job.result("elephant"));
            jobs.handle(PUBLISH, job -> {
                var width = job.resultOf("resize", Integer.class).orElseThrow();
                var tag = job.resultOf("tag", String.class).orElseThrow();
                System.out.println("publishing an " + tag + ", " + width + " wide");
            });

            var id = jobs.workflows()
                    .start(Workflow.of("picture")
                            .add("fetch", FETCH, "howdah.jpg")
                            .add("resize", RESIZE, "howdah.jpg", "fetch")
                            .add("tag", TAG, "howdah.jpg", "fetch")
                            .add("publish", PUBLISH, "howdah.jpg", "resize", "tag")
                            .build());
            howdah.drain(); // does what is due, here and now; an application calls start() instead

            System.out.println(
                    "it is " + jobs.workflows().find(id).orElseThrow().state());
        }
    }
}
