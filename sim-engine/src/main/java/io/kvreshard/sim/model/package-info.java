/** What a simulated engine serves: model, ranks, documents, pages and the content rule. Pure. */
@NullMarked
package io.kvreshard.sim.model;

import org.jspecify.annotations.NullMarked;
