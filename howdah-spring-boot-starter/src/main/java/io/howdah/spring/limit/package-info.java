/**
 * Rate limits on HTTP requests: a servlet filter that counts in the database, so that all instances of an application
 * share the counts, and answers with the standard header fields.
 */
@NullMarked
package io.howdah.spring.limit;

import org.jspecify.annotations.NullMarked;
