package io.kvreshard.cli.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads the XML that Surefire, Failsafe and most other test tools write. */
final class JUnitReports {
  private static final XMLInputFactory XML = factory();

  private JUnitReports() {}

  private static XMLInputFactory factory() {
    var factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  /** All results of the {@code TEST-*.xml} files in a folder; none if there is no such folder. */
  static List<TestResult> read(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    var results = new ArrayList<TestResult>();
    try (var files = Files.newDirectoryStream(folder, "TEST-*.xml")) {
      for (var file : files) {
        results.addAll(readFile(file));
      }
    }
    return results;
  }

  private static List<TestResult> readFile(Path file) throws IOException {
    var results = new ArrayList<TestResult>();
    try (var in = Files.newInputStream(file)) {
      var xml = XML.createXMLStreamReader(in);
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamConstants.START_ELEMENT
            && xml.getLocalName().equals("testcase")) {
          results.add(testCase(xml));
        }
      }
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException("not a test report: " + file, e);
    }
    return results;
  }

  /** Reads to the end of a {@code testcase}; its first child that is an outcome decides. */
  private static TestResult testCase(XMLStreamReader xml) throws XMLStreamException {
    var id = TestId.reported(attribute(xml, "classname"), attribute(xml, "name"));
    TestResult result = new TestResult.Passed(id);
    while (true) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          var outcome = outcome(id, xml);
          if (result instanceof TestResult.Passed) {
            result = outcome;
          }
        }
        case XMLStreamConstants.END_ELEMENT -> {
          return result;
        }
        default -> {}
      }
    }
  }

  /** Reads one child of a {@code testcase} to its end. */
  private static TestResult outcome(TestId id, XMLStreamReader xml) throws XMLStreamException {
    var name = xml.getLocalName();
    var message = attribute(xml, "message");
    var type = attribute(xml, "type");
    skipElement(xml);
    var text = message.isEmpty() ? type : message;
    return switch (name) {
      case "failure" -> new TestResult.Failed(id, text);
      case "error" -> new TestResult.Errored(id, text);
      case "skipped" -> new TestResult.Skipped(id, message);
      default -> new TestResult.Passed(id);
    };
  }

  private static void skipElement(XMLStreamReader xml) throws XMLStreamException {
    for (var depth = 1; depth > 0; ) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> depth++;
        case XMLStreamConstants.END_ELEMENT -> depth--;
        default -> {}
      }
    }
  }

  private static String attribute(XMLStreamReader xml, String name) {
    var value = xml.getAttributeValue(null, name);
    return value == null ? "" : value;
  }
}
