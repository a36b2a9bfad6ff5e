package io.kvreshard.cli.test;

/** A test method; all invocations of a parameterized test are the same test. */
record TestId(String className, String method) {
  /** From a report, where {@code name} may end in parameters or an invocation number. */
  static TestId reported(String className, String name) {
    var end = 0;
    while (end < name.length() && Character.isJavaIdentifierPart(name.charAt(end))) {
      end++;
    }
    return new TestId(className, name.substring(0, end));
  }

  @Override
  public String toString() {
    return method.isEmpty() ? className : className + "#" + method;
  }
}
