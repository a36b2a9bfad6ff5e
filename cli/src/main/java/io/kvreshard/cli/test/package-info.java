/**
 * {@code kvreshard test}: runs every test of this source tree, part by part, each within its
 * budget.
 *
 * <p>A {@link io.kvreshard.cli.test.Part} is what a person asks for and what has a budget; it
 * consists of {@link io.kvreshard.cli.test.Suite suites}, one run of one test tool each; what they
 * report is judged by {@link io.kvreshard.cli.test.TestRun}.
 */
@NullMarked
package io.kvreshard.cli.test;

import org.jspecify.annotations.NullMarked;
