/** Planning: who sends which heads of which layers to whom (CONTRACT §5). */
@NullMarked
package io.kvreshard.core.plan;

import org.jspecify.annotations.NullMarked;
