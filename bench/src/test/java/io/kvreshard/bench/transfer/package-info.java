@NullMarked
package io.kvreshard.bench.transfer;

import org.jspecify.annotations.NullMarked;
