/** What this node's agents cannot prove to be quiet, on the node's disk (DESIGN §5). */
@NullMarked
package io.kvreshard.agent.quarantine;

import org.jspecify.annotations.NullMarked;
