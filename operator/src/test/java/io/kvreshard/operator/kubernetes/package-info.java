@NullMarked
package io.kvreshard.operator.kubernetes;

import org.jspecify.annotations.NullMarked;
