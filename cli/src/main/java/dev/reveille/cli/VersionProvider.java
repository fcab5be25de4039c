package dev.reveille.cli;

import java.io.IOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Prints the version that the build recorded. */
final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    var properties = new Properties();
    try (var in = VersionProvider.class.getResourceAsStream("version.properties")) {
      if (in != null) properties.load(in);
    }
    return new String[] {
      "reveille " + properties.getProperty("version", "unknown"), "Java " + Runtime.version()
    };
  }
}
