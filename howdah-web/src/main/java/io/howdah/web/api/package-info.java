/** What the REST resources have in common: bodies, answers, problems, pages. */
@NullMarked
package io.howdah.web.api;

import org.jspecify.annotations.NullMarked;
