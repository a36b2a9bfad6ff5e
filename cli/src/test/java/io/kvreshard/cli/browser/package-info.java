@NullMarked
package io.kvreshard.cli.browser;

import org.jspecify.annotations.NullMarked;
