// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples.orders;

/** What a customer wants; also what is told of it to everybody else. */
record Order(int number, String customer, int euros) {
    /** Above this, somebody has a look first. */
    static final int BIG = 1_000;

    boolean isBig() {
        return euros > BIG;
    }
}
