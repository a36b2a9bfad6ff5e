/** {@code kvreshard plan}: who sends what to whom, before anything moves. */
@NullMarked
package io.kvreshard.cli.plan;

import org.jspecify.annotations.NullMarked;
