/** {@code kvreshard explain}: why one head of one layer comes from where it comes from. */
@NullMarked
package io.kvreshard.cli.explain;

import org.jspecify.annotations.NullMarked;
