/** {@code kvreshard placement}: placements as engines make them, written out. */
@NullMarked
package io.kvreshard.cli.placement;

import org.jspecify.annotations.NullMarked;
