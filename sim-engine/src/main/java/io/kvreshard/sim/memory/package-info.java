/** A worker's KV tensors: shaped as real engines do it, with guards, checked byte by byte. */
@NullMarked
package io.kvreshard.sim.memory;

import org.jspecify.annotations.NullMarked;
