@NullMarked
package io.kvreshard.cli.page;

import org.jspecify.annotations.NullMarked;
