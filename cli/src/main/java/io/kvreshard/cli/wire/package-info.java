/** Documents of the wire contract in files: which kind one is, and whether it is valid. */
@NullMarked
package io.kvreshard.cli.wire;

import org.jspecify.annotations.NullMarked;
