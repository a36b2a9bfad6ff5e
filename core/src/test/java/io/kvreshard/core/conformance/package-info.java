/** Every conformance case, run through the product's code. */
@NullMarked
package io.kvreshard.core.conformance;

import org.jspecify.annotations.NullMarked;
