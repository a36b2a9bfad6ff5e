@NullMarked
package io.kvreshard.cli.move;

import org.jspecify.annotations.NullMarked;
