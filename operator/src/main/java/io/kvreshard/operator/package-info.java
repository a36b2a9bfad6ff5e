/**
 * The operator: observes custom resources, lets core decide, carries the decision out (DESIGN §2).
 * Nothing is decided here.
 */
@NullMarked
package io.kvreshard.operator;

import org.jspecify.annotations.NullMarked;
