/** Tests of the operator's spans. */
@NullMarked
package io.kvreshard.operator.trace;

import org.jspecify.annotations.NullMarked;
