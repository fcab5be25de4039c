package dev.reveille.server.admin;

import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.Store;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One list of administrators and the file that mirrors it. Part of the admin cell.
 *
 * <p>A change adds to a unit its write, its effect on admission, and the write of the file.
 */
final class AdminList<T> {

  /** The differences between the lists. */
  private record Kind<T>(
      String name,
      Function<T, String> key,
      Function<T, Write> save,
      Function<String, Write> remove,
      Function<T, AdminEffect> saved,
      Function<String, AdminEffect> removed,
      Function<Collection<T>, String> document) {}

  /** The number of entries that a file changed that somebody else wrote. */
  record Imported(int saved, int removed) {
    boolean isNothing() {
      return saved + removed == 0;
    }
  }

  private final Kind<T> kind;
  private final Map<String, T> entries = new LinkedHashMap<>();
  private final ListFileMirror mirror;

  private AdminList(Kind<T> kind, Store store, List<T> stored) {
    this.kind = kind;
    stored.forEach(entry -> entries.put(kind.key().apply(entry), entry));
    mirror =
        new ListFileMirror(
            store.reads(AdminReads.class).listFile(kind.name()),
            kind.name(),
            () -> kind.document().apply(entries.values()));
  }

  static AdminList<StoredBan> bans(Store store) {
    return new AdminList<>(
        new Kind<>(
            ListFiles.BANS,
            StoredBan::agent,
            SaveBan::new,
            RemoveBan::new,
            AdminEffect.Banned::new,
            AdminEffect.Unbanned::new,
            ListDocument::ofBans),
        store,
        store.reads(AdminReads.class).bans());
  }

  static AdminList<StoredApproval> approvals(Store store) {
    return new AdminList<>(
        new Kind<>(
            ListFiles.ALLOWLIST,
            StoredApproval::pubkey,
            SaveApproval::new,
            RemoveApproval::new,
            AdminEffect.Approved::new,
            AdminEffect.Revoked::new,
            ListDocument::ofApprovals),
        store,
        store.reads(AdminReads.class).approvals());
  }

  String name() {
    return kind.name();
  }

  Collection<T> entries() {
    return entries.values();
  }

  Optional<T> find(String key) {
    return Optional.ofNullable(entries.get(key));
  }

  /** True if there is no room for a new entry with this key. */
  boolean isFull(String key) {
    return entries.size() >= ListDocument.MAX_ENTRIES && !entries.containsKey(key);
  }

  boolean isBusy() {
    return mirror.isBusy();
  }

  void save(T entry, List<Write> writes, List<Effect> effects) {
    entries.put(kind.key().apply(entry), entry);
    writes.add(kind.save().apply(entry));
    effects.add(kind.saved().apply(entry));
    mirror.follow(writes, effects);
  }

  void remove(String key, List<Write> writes, List<Effect> effects) {
    entries.remove(key);
    writes.add(kind.remove().apply(key));
    effects.add(kind.removed().apply(key));
    mirror.follow(writes, effects);
  }

  /**
   * Compares the list with its file at start. If somebody else wrote the file, the list takes over
   * its content; otherwise the file is brought up to date.
   *
   * @param checksum absent = there is no file
   */
  Imported adopt(
      @Nullable String checksum, List<T> held, List<Write> writes, List<Effect> effects) {
    boolean foreign = mirror.isForeign(checksum);
    mirror.seen(checksum, writes);
    if (!foreign) {
      mirror.follow(writes, effects);
      return new Imported(0, 0);
    }
    var wanted = new LinkedHashMap<String, T>();
    held.forEach(entry -> wanted.put(kind.key().apply(entry), entry));
    var gone = entries.keySet().stream().filter(key -> !wanted.containsKey(key)).toList();
    for (var key : gone) {
      writes.add(kind.remove().apply(key));
      effects.add(kind.removed().apply(key));
    }
    var changed =
        wanted.values().stream()
            .filter(entry -> !entry.equals(entries.get(kind.key().apply(entry))))
            .toList();
    for (var entry : changed) {
      writes.add(kind.save().apply(entry));
      effects.add(kind.saved().apply(entry));
    }
    entries.clear();
    entries.putAll(wanted);
    // A file that a person wrote stays as it is until the list changes.
    return new Imported(changed.size(), gone.size());
  }

  void written(AdminCommand.FileWritten report, List<Write> writes, List<Effect> effects) {
    mirror.written(report, writes, effects);
  }
}
