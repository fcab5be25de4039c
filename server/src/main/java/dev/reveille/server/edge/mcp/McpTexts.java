package dev.reveille.server.edge.mcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The texts for models, which are files of their own. */
final class McpTexts {
  private McpTexts() {}

  static String of(String name) {
    try (var in = McpTexts.class.getResourceAsStream("/mcp/" + name)) {
      if (in == null) throw new IllegalStateException("No text " + name);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
