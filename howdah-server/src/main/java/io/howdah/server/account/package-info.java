/** Accounts, sessions, API keys and the audit: who may use the server, and what they did. */
@NullMarked
package io.howdah.server.account;

import org.jspecify.annotations.NullMarked;
