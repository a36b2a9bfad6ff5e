/** The controllers under the Java Operator SDK. */
@NullMarked
package io.kvreshard.operator.kubernetes;

import org.jspecify.annotations.NullMarked;
