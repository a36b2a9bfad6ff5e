/** Commands that talk to a cluster: which one, and what goes wrong on the way. */
@NullMarked
package io.kvreshard.cli.cluster;

import org.jspecify.annotations.NullMarked;
