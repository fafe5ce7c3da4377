// SPDX-License-Identifier: Apache-2.0
package io.howdah.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A child process that has a child of its own and never closes it. */
final class Parent {
    private Parent() {}

    public static void main(String[] args) throws IOException {
        var child = TestProcess.of(Child.class).arguments("deaf").start();
        child.awaitLine("ready");
        System.out.println("child " + child.pid());
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        child.freeze();
    }
}
