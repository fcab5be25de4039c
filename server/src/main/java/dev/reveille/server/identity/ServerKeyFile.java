package dev.reveille.server.identity;

import dev.reveille.server.kernel.Randomness;
import dev.reveille.server.store.OwnerFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server's key in a file of the data folder that only its owner can read. It is made when it is
 * first needed.
 */
public final class ServerKeyFile implements ServerKey {
  public static final String NAME = "server.key";

  private static final long MAX_FILE = 4096;

  private final OwnerFile file;
  private final Randomness randomness;
  private byte @Nullable [] known;

  public ServerKeyFile(Path folder, Randomness randomness) {
    file = new OwnerFile(folder.resolve(NAME), MAX_FILE);
    this.randomness = randomness;
  }

  /** True if other users of the machine may read the key, as far as file permissions show. */
  public static boolean isOpenToOthers(Path folder) {
    try {
      return new OwnerFile(folder.resolve(NAME), MAX_FILE).isOpenToOthers();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public String place() {
    return file.path().toString();
  }

  @Override
  public synchronized Optional<byte[]> find() throws Unusable {
    if (known == null) known = read();
    return Optional.ofNullable(known).map(byte[]::clone);
  }

  @Override
  public synchronized byte[] findOrMake() throws Unusable {
    var found = find();
    if (found.isPresent()) return found.get();
    var bytes = new byte[BYTES];
    randomness.fill(bytes);
    try {
      file.write(Base64.getEncoder().encodeToString(bytes) + "\n");
    } catch (IOException e) {
      throw new Unusable("The file %s cannot be made (%s)".formatted(place(), e.getMessage()));
    }
    known = bytes;
    return bytes.clone();
  }

  private byte @Nullable [] read() throws Unusable {
    try {
      var text = file.read();
      if (text.isEmpty()) return null;
      var bytes = Base64.getDecoder().decode(text.get().strip());
      if (bytes.length == BYTES) return bytes;
    } catch (IOException e) {
      throw new Unusable("The file %s cannot be read (%s)".formatted(place(), e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw damaged();
    }
    throw damaged();
  }

  private Unusable damaged() {
    return new Unusable(
        "The file %s is damaged: it is not a key of this server. Put it back from a backup"
            .formatted(place()));
  }
}
