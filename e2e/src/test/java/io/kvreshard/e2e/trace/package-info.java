/** One trace from the operator to the engines. */
@NullMarked
package io.kvreshard.e2e.trace;

import org.jspecify.annotations.NullMarked;
