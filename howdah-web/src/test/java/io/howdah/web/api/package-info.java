@org.jspecify.annotations.NullMarked
package io.howdah.web.api;
