@NullMarked
package io.kvreshard.cli.cluster;

import org.jspecify.annotations.NullMarked;
