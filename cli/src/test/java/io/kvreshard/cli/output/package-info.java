@NullMarked
package io.kvreshard.cli.output;

import org.jspecify.annotations.NullMarked;
