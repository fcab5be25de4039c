package dev.reveille.server.admin;

import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.store.OwnerFile;
import dev.reveille.server.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of the lists beside the database, for people and for agentchat. */
public final class ListFiles implements AutoCloseable {
  static final String BANS = "bans";
  static final String ALLOWLIST = "allowlist";

  private static final Logger log = LoggerFactory.getLogger(ListFiles.class);
  private static final long MAX_FILE = 16 << 20;
  private static final long GOODBYE_SECONDS = 2;

  private final Map<String, OwnerFile> files;
  private final boolean allowlist;

  /** Has no thread until there is something to write. */
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("list-files").daemon().factory());

  public ListFiles(Path bans, Path allowlist, AdminRules rules) {
    files =
        Map.of(
            BANS, new OwnerFile(bans, MAX_FILE),
            ALLOWLIST, new OwnerFile(allowlist, MAX_FILE));
    this.allowlist = rules.allowlist();
  }

  /**
   * Returns the commands for the admin cell at start.
   *
   * @throws StoreException that names a file that cannot be read and what is wrong with it
   */
  public List<Command> read(Clock clock) {
    var commands = new ArrayList<Command>();
    var bans = text(BANS);
    commands.add(
        parsed(
            BANS,
            () ->
                new AdminCommand.AdoptBans(
                    bans == null ? null : ListDocument.checksum(bans),
                    bans == null ? List.of() : ListDocument.bans(bans, clock.wallMillis()))));
    if (allowlist) {
      var keys = text(ALLOWLIST);
      commands.add(
          parsed(
              ALLOWLIST,
              () ->
                  new AdminCommand.AdoptApprovals(
                      keys == null ? null : ListDocument.checksum(keys),
                      keys == null
                          ? List.of()
                          : ListDocument.approvals(keys, clock.wallMillis()))));
    }
    return commands;
  }

  private interface Parsing {
    Command parse() throws ListDocument.Broken;
  }

  private Command parsed(String name, Parsing parsing) {
    try {
      return parsing.parse();
    } catch (ListDocument.Broken e) {
      throw unusable(name, e.getMessage(), e);
    }
  }

  private @Nullable String text(String name) {
    try {
      return file(name).read().orElse(null);
    } catch (IOException e) {
      throw unusable(name, String.valueOf(e.getMessage()), e);
    }
  }

  private StoreException unusable(String name, @Nullable String why, Exception e) {
    return new StoreException(
        "The file %s cannot be used: %s. Mend it or move it away; nobody is let in by guessing."
            .formatted(file(name).path(), why),
        e);
  }

  private OwnerFile file(String name) {
    var file = files.get(name);
    if (file == null) throw new IllegalArgumentException("no list is called " + name);
    return file;
  }

  /** Writes on a thread of its own, one file after the other, and reports the outcome. */
  void write(AdminEffect.WriteFile effect, Consumer<AdminCommand.FileWritten> report) {
    writer.execute(
        () -> {
          boolean success = false;
          try {
            file(effect.name()).write(effect.content());
            success = true;
          } catch (IOException | RuntimeException e) {
            log.warn(
                "{} could not be written; the store has the list, the next change tries again",
                file(effect.name()).path(),
                e);
          }
          report.accept(new AdminCommand.FileWritten(effect.name(), effect.checksum(), success));
        });
  }

  /** Waits a moment for a write in progress. */
  @Override
  public void close() {
    writer.shutdown();
    try {
      if (!writer.awaitTermination(GOODBYE_SECONDS, TimeUnit.SECONDS)) writer.shutdownNow();
    } catch (InterruptedException e) {
      writer.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
