package dev.reveille.server.admin;

import dev.reveille.server.kernel.Randomness;
import dev.reveille.server.store.OwnerFile;
import dev.reveille.server.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;

/** The file in the data folder with the key that the server made for its owner. */
public final class AdminKeyFile {
  public static final String NAME = "admin.key";

  private static final int BYTES = 32;
  private static final long MAX_FILE = 64 << 10;

  private AdminKeyFile() {}

  /** True if other users of the machine may read the key, as far as file permissions show. */
  public static boolean isOpenToOthers(Path folder) {
    try {
      return new OwnerFile(folder.resolve(NAME), MAX_FILE).isOpenToOthers();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the key in the folder, and creates it if there is none.
   *
   * @throws StoreException with a sentence for a person
   */
  public static String loadOrMake(Path folder, Randomness randomness) {
    var file = new OwnerFile(folder.resolve(NAME), MAX_FILE);
    try {
      var found = file.read().map(String::strip).filter(key -> !key.isEmpty());
      if (found.isPresent()) return found.get();
      var bytes = new byte[BYTES];
      randomness.fill(bytes);
      var key = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
      file.write(key + "\n");
      return key;
    } catch (IOException e) {
      throw new StoreException(
          "The administrators' key %s cannot be read or made (%s). Make it a file that you can read and write, or set AGENTCHAT_ADMIN_KEY."
              .formatted(file.path(), e.getMessage()),
          e);
    }
  }
}
