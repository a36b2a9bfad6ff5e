@NullMarked
package io.kvreshard.cli.wire;

import org.jspecify.annotations.NullMarked;
