@NullMarked
package io.kvreshard.cli.validate;

import org.jspecify.annotations.NullMarked;
