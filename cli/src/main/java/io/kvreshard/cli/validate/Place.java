package io.kvreshard.cli.validate;

/**
 * Where a document is.
 *
 * @param file as it was named
 * @param line on which it begins, from 1
 * @param title what it is: {@code KVSnapshot "tp4"}, {@code plan}
 */
record Place(String file, int line, String title) {}
