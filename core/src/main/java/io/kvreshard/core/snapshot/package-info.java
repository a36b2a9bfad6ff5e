/** What becomes of a KVSnapshot: pure decisions over what was observed (DESIGN §4). */
@NullMarked
package io.kvreshard.core.snapshot;

import org.jspecify.annotations.NullMarked;
