/** What the statuses of custom resources say, without Kubernetes classes (DESIGN §4). */
@NullMarked
package io.kvreshard.core.status;

import org.jspecify.annotations.NullMarked;
