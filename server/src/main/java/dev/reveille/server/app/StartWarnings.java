package dev.reveille.server.app;

import dev.reveille.server.admin.AdminKeyFile;
import dev.reveille.server.identity.ServerKeyFile;
import dev.reveille.server.store.DataFolder;
import java.util.ArrayList;
import java.util.List;

/** Warnings that a person should read before relying on a server. */
final class StartWarnings {
  private StartWarnings() {}

  /** Returns them as sentences; empty if all is well. */
  static List<String> of(Settings settings, DataFolder folder) {
    var all = new ArrayList<>(folder.warnings());
    if (AdminKeyFile.isOpenToOthers(folder.path())) {
      var file = folder.path().resolve(AdminKeyFile.NAME);
      all.add("Other users can read the key in %s; run: chmod 600 '%s'".formatted(file, file));
    }
    if (ServerKeyFile.isOpenToOthers(folder.path())) {
      var file = folder.path().resolve(ServerKeyFile.NAME);
      all.add("Other users can read the key in %s; run: chmod 600 '%s'".formatted(file, file));
    }
    if (settings.admin().keyIsShort()) {
      all.add("The admin key is short enough to be guessed; make one with: openssl rand -hex 16");
    }
    if (!settings.loopbackOnly() && settings.admin().key().isEmpty()) {
      all.add(
          "Listening on "
              + String.join(", ", settings.hosts())
              + " without AGENTCHAT_ADMIN_KEY: whoever reaches this port may connect, and nobody"
              + " set a key of their own to administer it with.");
    }
    return List.copyOf(all);
  }
}
