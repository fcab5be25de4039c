package dev.reveille.cli;

import dev.reveille.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The configuration file of a harness. Only the entry of Reveille is changed; everything else stays
 * as it is. The file as it was without the entry is kept beside the new one.
 */
final class HarnessFile {
  static final String NAME = "reveille";

  private static final JsonMapper PRETTY = JsonMapper.builder().build();
  private static final String BEGIN = "# begin of what reveille mcp install wrote";
  private static final String END = "# end of what reveille mcp install wrote";
  private static final String TABLE = "[mcp_servers." + NAME + "]";

  private final Path path;
  private final String[] place;

  /**
   * @param place where in a JSON file the servers stand
   */
  HarnessFile(Path path, String... place) {
    this.path = path;
    this.place = place.clone();
  }

  Path path() {
    return path;
  }

  Path backup() {
    return path.resolveSibling(path.getFileName() + ".before-reveille");
  }

  private boolean isToml() {
    return path.toString().endsWith(".toml");
  }

  /** Returns the entry as a person would write it into the file. */
  String shown(ObjectNode server) {
    if (isToml()) return toml(server);
    var root = JsonNodeFactory.instance.objectNode();
    servers(root).set(NAME, server);
    return pretty(root);
  }

  private static String pretty(ObjectNode json) {
    return PRETTY.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
  }

  /** Puts the entry into the file, in place of an older one. */
  void install(ObjectNode server) {
    var text = read();
    if (isToml()) {
      var rest = withoutBlock(text);
      if (rest.contains(TABLE)) {
        throw new Problem(
            Exit.FAILED,
            path + " has a table " + TABLE + " already, which reveille did not write. Remove it.");
      }
      write(text, rest + (rest.isBlank() || rest.endsWith("\n\n") ? "" : "\n") + toml(server));
      return;
    }
    var root = json(text);
    servers(root).set(NAME, server);
    write(text, pretty(root));
  }

  /** Takes the entry out of the file. Returns false if there is none. */
  boolean uninstall() {
    var text = read();
    if (!hasEntry(text)) return false;
    if (isToml()) {
      restore(withoutBlock(text));
      return true;
    }
    var root = json(text);
    servers(root).remove(NAME);
    var kept = Files.exists(backup()) ? Json.read(read(backup())).orElse(null) : null;
    if (root.equals(kept)) {
      restore(read(backup()));
      return true;
    }
    prune(root, 0);
    restore(
        root.equals(kept) ? read(backup()) : root.isEmpty() && kept == null ? "" : pretty(root));
    return true;
  }

  /** True if the text has an entry that the program wrote. */
  private boolean hasEntry(String text) {
    if (isToml()) return !withoutBlock(text).equals(text);
    return !text.isBlank() && servers(json(text)).has(NAME);
  }

  /** Removes the objects on the way to the servers that hold nothing. */
  private void prune(ObjectNode node, int depth) {
    if (depth == place.length || !(node.path(place[depth]) instanceof ObjectNode inner)) return;
    prune(inner, depth + 1);
    if (inner.isEmpty()) node.remove(place[depth]);
  }

  /** Writes the file without the entry. One that is empty then, and was not there, goes. */
  private void restore(String text) {
    try {
      if (text.isEmpty() && !Files.exists(backup())) Files.delete(real());
      else replace(text);
      if (Files.exists(backup()) && read(backup()).equals(text)) Files.delete(backup());
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot write " + path + ".", e);
    }
  }

  private ObjectNode json(String text) {
    if (text.isBlank()) return JsonNodeFactory.instance.objectNode();
    var json = Json.read(text);
    if (json.isPresent() && json.get() instanceof ObjectNode object) return object;
    throw new Problem(
        Exit.FAILED,
        path
            + " is not plain JSON, perhaps it has comments. Add the entry by hand; --print shows"
            + " it.");
  }

  private ObjectNode servers(ObjectNode root) {
    var node = root;
    for (var name : place) {
      node = node.path(name) instanceof ObjectNode inner ? inner : node.putObject(name);
    }
    return node;
  }

  private static String toml(ObjectNode server) {
    var lines = new ArrayList<>(List.of(BEGIN, TABLE));
    var tables = new ArrayList<String>();
    for (var each : server.properties()) {
      if (each.getValue() instanceof ObjectNode table) {
        tables.add("[mcp_servers." + NAME + "." + each.getKey() + "]");
        table.properties().forEach(row -> tables.add(row.getKey() + " = " + row.getValue()));
      } else {
        lines.add(each.getKey() + " = " + each.getValue());
      }
    }
    lines.addAll(tables);
    lines.add(END);
    return String.join("\n", lines) + "\n";
  }

  private static String withoutBlock(String text) {
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) return text;
    var rest = text.substring(end + END.length());
    return text.substring(0, begin).stripTrailing()
        + (begin == 0 ? "" : "\n")
        + (rest.startsWith("\n") ? rest.substring(1) : rest);
  }

  private String read() {
    return Files.exists(path) ? read(path) : "";
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot read " + file + ".", e);
    }
  }

  /** Returns the file itself if the path is a link to it, as with files that are kept elsewhere. */
  private Path real() throws IOException {
    return Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
  }

  /** Keeps a file that has no entry yet, and writes the new one. */
  private void write(String old, String text) {
    try {
      if (!old.isEmpty() && !hasEntry(old)) {
        Files.copy(
            path,
            backup(),
            StandardCopyOption.REPLACE_EXISTING,
            StandardCopyOption.COPY_ATTRIBUTES);
      }
      replace(text);
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot write " + path + ".", e);
    }
  }

  /** Writes the new file beside the old one, and then puts it in its place. */
  private void replace(String text) throws IOException {
    var file = real();
    var folder = Optional.ofNullable(file.getParent()).orElseThrow();
    Files.createDirectories(folder);
    var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    var fresh = Files.createTempFile(folder, ".reveille", ".tmp", owner);
    Files.writeString(fresh, text);
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
