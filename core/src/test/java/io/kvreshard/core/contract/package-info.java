/** Tests. */
@NullMarked
package io.kvreshard.core.contract;

import org.jspecify.annotations.NullMarked;
