/** Tests. */
@NullMarked
package io.kvreshard.core.json;

import org.jspecify.annotations.NullMarked;
