/**
 * Who may start next (DESIGN §5, step 3): fair between namespaces, by priority inside one, with
 * ageing, within limits of the cluster and of each node.
 */
@NullMarked
package io.kvreshard.core.queue;

import org.jspecify.annotations.NullMarked;
