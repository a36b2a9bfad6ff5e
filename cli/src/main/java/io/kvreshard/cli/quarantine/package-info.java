/** {@code kvreshard quarantine}: who may still touch pages, and how a person vouches for them. */
@NullMarked
package io.kvreshard.cli.quarantine;

import org.jspecify.annotations.NullMarked;
