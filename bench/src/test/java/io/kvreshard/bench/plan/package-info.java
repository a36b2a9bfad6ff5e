@NullMarked
package io.kvreshard.bench.plan;

import org.jspecify.annotations.NullMarked;
