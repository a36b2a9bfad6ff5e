/** The completion barrier over all writers and targets (CONTRACT §11). */
@NullMarked
package io.kvreshard.core.completion;

import org.jspecify.annotations.NullMarked;
