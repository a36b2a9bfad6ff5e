package io.kvreshard.agent.runtime;

import java.util.regex.Pattern;

/** What strings from an engine may look like. */
final class Names {
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final Pattern POD_UID = Pattern.compile("[A-Za-z0-9][-A-Za-z0-9_.]{0,63}");

  private Names() {}

  static boolean label(String s) {
    return LABEL.matcher(s).matches();
  }

  static boolean subdomain(String s) {
    return s.length() <= 253 && SUBDOMAIN.matcher(s).matches();
  }

  /** Also a directory's name. */
  static boolean podUid(String s) {
    return POD_UID.matcher(s).matches();
  }

  /** Free text that stands in objects and messages: not empty, no control characters. */
  static boolean text(String s, int max) {
    return !s.isEmpty()
        && s.length() <= max
        && s.chars().noneMatch(c -> Character.isISOControl(c) || Character.isSurrogate((char) c));
  }
}
