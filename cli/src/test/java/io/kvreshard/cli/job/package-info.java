@NullMarked
package io.kvreshard.cli.job;

import org.jspecify.annotations.NullMarked;
