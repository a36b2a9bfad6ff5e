/**
 * Which of several operators works: one Lease, and nobody's clock but one's own (DESIGN §4, §8).
 */
@NullMarked
package io.kvreshard.operator.election;

import org.jspecify.annotations.NullMarked;
