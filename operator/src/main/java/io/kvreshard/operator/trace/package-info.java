/** The operator's spans of jobs. */
@NullMarked
package io.kvreshard.operator.trace;

import org.jspecify.annotations.NullMarked;
