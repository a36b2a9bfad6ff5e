/**
 * Custom resources in files, judged as the API server and the operator would: the CRD's schema and
 * rules, then the contract.
 */
@NullMarked
package io.kvreshard.cli.resource;

import org.jspecify.annotations.NullMarked;
