/** {@code kvreshard bench}: measures, and says whether the figures are what they must be. */
@NullMarked
package io.kvreshard.cli.bench;

import org.jspecify.annotations.NullMarked;
