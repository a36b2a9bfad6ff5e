/**
 * One operation in upstream's terms: its plans, its resolved bindings, the physical writes that
 * follow from them and the batches they are submitted in (CONTRACT §4.12, §8, §9, §10).
 */
@NullMarked
package io.kvreshard.core.lowering;

import org.jspecify.annotations.NullMarked;
