@NullMarked
package io.kvreshard.cli.plan;

import org.jspecify.annotations.NullMarked;
