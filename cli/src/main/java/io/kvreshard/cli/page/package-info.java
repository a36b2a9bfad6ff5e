/**
 * A plan as one web page that needs nothing else: no server, no library, no network. Its parts are
 * the resources in {@code page/}; the data are JSON in it.
 */
@NullMarked
package io.kvreshard.cli.page;

import org.jspecify.annotations.NullMarked;
