@NullMarked
package io.kvreshard.core.paged;

import org.jspecify.annotations.NullMarked;
