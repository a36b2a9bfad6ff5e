@NullMarked
package io.kvreshard.cli.testing;

import org.jspecify.annotations.NullMarked;
