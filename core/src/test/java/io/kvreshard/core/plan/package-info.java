/** Tests. */
@NullMarked
package io.kvreshard.core.plan;

import org.jspecify.annotations.NullMarked;
