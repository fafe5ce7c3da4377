/**
 * SQL as SQL: constant statements with named binds, typed rows, migrations and wake-ups. Stores of every capability run
 * their statements through {@link io.howdah.internal.db.Db}, {@link io.howdah.internal.db.Sql} and
 * {@link io.howdah.internal.db.Row}, and through nothing else.
 */
@NullMarked
package io.howdah.internal.db;

import org.jspecify.annotations.NullMarked;
