@NullMarked
package io.kvreshard.operator.act;

import org.jspecify.annotations.NullMarked;
