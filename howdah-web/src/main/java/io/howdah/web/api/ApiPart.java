// SPDX-License-Identifier: Apache-2.0
package io.howdah.web.api;

/**
 * What another module adds to the description of the API: a bean of this type names a file of its own, with paths
 * before a line of three dashes and schemas behind it.
 *
 * @param resource from the class on
 */
public record ApiPart(Class<?> module, String resource) {}
