/** Inputs that are made to cost memory and time: both stay proportional to what was sent. */
@NullMarked
package io.kvreshard.core.hostile;

import org.jspecify.annotations.NullMarked;
