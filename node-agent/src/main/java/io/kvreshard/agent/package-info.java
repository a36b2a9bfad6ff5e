@NullMarked
package io.kvreshard.agent;

import org.jspecify.annotations.NullMarked;
