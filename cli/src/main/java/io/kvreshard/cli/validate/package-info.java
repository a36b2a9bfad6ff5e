/**
 * {@code kvreshard validate}: which documents are valid, and why others are not. A document of the
 * wire contract is judged by {@code core}; a custom resource by its CRD first, as the API server
 * would, and then by {@code core}.
 */
@NullMarked
package io.kvreshard.cli.validate;

import org.jspecify.annotations.NullMarked;
