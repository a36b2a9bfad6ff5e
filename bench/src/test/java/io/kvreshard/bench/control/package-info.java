@NullMarked
package io.kvreshard.bench.control;

import org.jspecify.annotations.NullMarked;
