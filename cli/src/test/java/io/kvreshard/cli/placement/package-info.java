@NullMarked
package io.kvreshard.cli.placement;

import org.jspecify.annotations.NullMarked;
