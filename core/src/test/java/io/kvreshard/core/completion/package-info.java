/** Tests. */
@NullMarked
package io.kvreshard.core.completion;

import org.jspecify.annotations.NullMarked;
