// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.access;

/** What a route may ask of whoever calls it. */
public enum Permission {
    /** Nothing: it tells nothing that is not public anyway. */
    NONE,
    /** To look, payloads excepted. */
    VIEW,
    /** To add work. */
    PRODUCE,
    /** To take work and messages, payloads included, and to say how they ended. */
    CONSUME,
    /** To change what runs, and to see payloads. */
    OPERATE,
    /** To decide what waits for a person. */
    APPROVE,
    /** To say who may do what. */
    ADMINISTER
}
