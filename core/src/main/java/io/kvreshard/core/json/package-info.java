/** Canonical JSON and the strict reader of contract documents (CONTRACT §1, §2). */
@NullMarked
package io.kvreshard.core.json;

import org.jspecify.annotations.NullMarked;
