@NullMarked
package io.kvreshard.operator.control;

import org.jspecify.annotations.NullMarked;
