package dev.reveille.cli;

import dev.reveille.protocol.Certificates;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.KeyChange;
import dev.reveille.protocol.Names;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A key pair with its agent's name, kept in a file that only its owner can read.
 *
 * @param name the agent's name when it connects
 */
record IdentityFile(Path path, String name, Identity identity, String created) {
  private static final long MAX_BYTES = 64 * 1024;

  static Path path(Path folder, String identity) {
    if (!Names.isName(identity)) {
      throw new Problem(
          Exit.USAGE,
          "'"
              + identity
              + "' cannot be the name of an identity; use 1-32 letters, digits, _ or -.");
    }
    return folder.resolve(identity + ".json");
  }

  static boolean exists(Path folder, String identity) {
    return Files.exists(path(folder, identity));
  }

  static IdentityFile load(Path folder, String identity) {
    var path = path(folder, identity);
    try {
      if (Files.size(path) > MAX_BYTES) throw unreadable(path, null);
      var json = Json.read(Files.readString(path)).orElseThrow(() -> unreadable(path, null));
      return new IdentityFile(
          path,
          json.path("name").asString(identity),
          Identity.of(json.path("public_key").asString(""), json.path("private_key").asString(""))
              .withRotation(rotation(json.path("rotation"))),
          json.path("created").asString("unknown"));
    } catch (NoSuchFileException e) {
      throw new Problem(
          Exit.FAILED,
          "There is no identity '"
              + identity
              + "' ("
              + path
              + "); make it with: reveille identity new "
              + identity,
          e);
    } catch (IOException | IllegalArgumentException e) {
      throw unreadable(path, e);
    }
  }

  private static List<KeyChange> rotation(JsonNode chain) {
    if (chain.isMissingNode()) return List.of();
    return Certificates.chain(chain)
        .orElseThrow(() -> new IllegalArgumentException("the rotation is no chain"));
  }

  private static Problem unreadable(Path path, @org.jspecify.annotations.Nullable Throwable e) {
    return new Problem(
        Exit.FAILED,
        "The identity file " + path + " cannot be read or is damaged; restore it or remove it.",
        e);
  }

  static Problem notAnAgentName(String name) {
    return new Problem(
        Exit.USAGE, "'" + name + "' is not an agent name; use 1-32 letters, digits, _ or -.");
  }

  /** Makes a new identity. If another process makes it at the same time, one of the two wins. */
  static IdentityFile create(Path folder, String identity, String agentName) {
    var path = path(folder, identity);
    if (!Names.isName(agentName)) throw notAnAgentName(agentName);
    var made =
        new IdentityFile(
            path,
            agentName,
            Identity.generate(),
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    try {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      var draft = draft(folder, made.json());
      try {
        // A link appears complete or not at all, and never over an existing file.
        Files.createLink(path, draft);
      } finally {
        Files.deleteIfExists(draft);
      }
      return made;
    } catch (FileAlreadyExistsException e) {
      throw new Problem(
          Exit.FAILED,
          "The identity '"
              + identity
              + "' exists already ("
              + path
              + "); choose another name or remove the file.",
          e);
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot write the identity file " + path + ".", e);
    }
  }

  static IdentityFile loadOrCreate(Path folder, String identity) {
    if (exists(folder, identity)) return load(folder, identity);
    try {
      return create(folder, identity, identity);
    } catch (Problem e) {
      if (exists(folder, identity)) return load(folder, identity);
      throw e;
    }
  }

  /** Writes a temporary file in the folder that only its owner can read, and forces it to disk. */
  private static Path draft(Path folder, String text) throws IOException {
    var draft =
        Files.createTempFile(
            folder,
            ".new",
            ".json",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
      var bytes = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) channel.write(bytes);
      channel.force(true);
    }
    return draft;
  }

  /**
   * Writes a file completely or not at all, and replaces an existing one. It is on the disk when
   * this returns.
   */
  static void write(Path path, String text) {
    try {
      var draft = draft(path.toAbsolutePath().resolveSibling(""), text);
      try {
        Files.move(
            draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        // The new name is on the disk when its folder is.
        try (var folder = FileChannel.open(draft.resolveSibling(""), StandardOpenOption.READ)) {
          folder.force(true);
        }
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot write " + path + ".", e);
    }
  }

  /** Returns the same agent with another key. */
  IdentityFile with(Identity other) {
    return new IdentityFile(path, name, other, created);
  }

  /** Writes this identity to its file. */
  void replace() {
    write(path, json());
  }

  /** Returns the file that keeps the old key until the server has accepted the new one. */
  Path oldKeyPath() {
    return path.resolveSibling(path.getFileName() + ".old");
  }

  /**
   * Saves a copy of this key, unless there is one: servers know the oldest. True if it was made.
   */
  boolean keepOldKey() {
    if (Files.exists(oldKeyPath())) return false;
    write(oldKeyPath(), json());
    return true;
  }

  void deleteOldKey() {
    try {
      Files.deleteIfExists(oldKeyPath());
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot remove " + oldKeyPath() + "; remove it yourself.", e);
    }
  }

  private String json() {
    var json =
        new JsonText()
            .field("name", name)
            .field("agent_id", identity.agentId())
            .field("public_key", identity.publicKey().pem())
            .field("private_key", identity.privatePem())
            .field("created", created);
    if (!identity.rotation().isEmpty()) {
      json.raw("rotation", Certificates.write(identity.rotation()));
    }
    return json.text();
  }

  /** True if other users may read or write the file or folder. */
  static boolean isOpenToOthers(Path path) throws IOException {
    var others =
        Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);
    return Files.getPosixFilePermissions(path).stream().anyMatch(others::contains);
  }
}
