@NullMarked
package io.kvreshard.cli.input;

import org.jspecify.annotations.NullMarked;
