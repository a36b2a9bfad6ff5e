@NullMarked
package io.kvreshard.cli.explain;

import org.jspecify.annotations.NullMarked;
