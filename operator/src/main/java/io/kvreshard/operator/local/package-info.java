/** The controllers in a process without Kubernetes. */
@NullMarked
package io.kvreshard.operator.local;

import org.jspecify.annotations.NullMarked;
