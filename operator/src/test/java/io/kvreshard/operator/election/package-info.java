@NullMarked
package io.kvreshard.operator.election;

import org.jspecify.annotations.NullMarked;
