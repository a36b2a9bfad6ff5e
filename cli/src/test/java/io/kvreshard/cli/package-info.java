@NullMarked
package io.kvreshard.cli;

import org.jspecify.annotations.NullMarked;
