/** {@code kvreshard demo}: the real operator, agents and engines as processes of this machine. */
@NullMarked
package io.kvreshard.cli.demo;

import org.jspecify.annotations.NullMarked;
