package io.kvreshard.core.status;

/**
 * One condition of a status: kstatus, Argo CD and {@code kubectl wait} read it (DESIGN §4).
 *
 * @param type the condition's name, for example "Ready"
 * @param reason one word in CamelCase, for machines
 * @param message a sentence, for people
 */
public record Finding(String type, Truth truth, String reason, String message) {}
