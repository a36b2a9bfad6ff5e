@NullMarked
package io.kvreshard.core.transfer;

import org.jspecify.annotations.NullMarked;
