package dev.reveille.server.admin;

import dev.reveille.server.store.MemoryTable;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The lists of administrators, in memory. */
public final class MemoryAdmin extends MemoryTable implements AdminReads {
  private final Map<String, StoredBan> bans = new LinkedHashMap<>();
  private final Map<String, StoredApproval> approvals = new LinkedHashMap<>();
  private final Map<String, ListFile> files = new HashMap<>();

  public MemoryAdmin() {
    write(
        SaveBan.class,
        (write, undo) -> {
          var _ = nextId();
          undo.put(bans, write.ban().agent(), write.ban());
        });
    write(RemoveBan.class, (write, undo) -> undo.remove(bans, write.agent()));
    write(
        SaveApproval.class,
        (write, undo) -> {
          var _ = nextId();
          undo.put(approvals, write.approval().pubkey(), write.approval());
        });
    write(RemoveApproval.class, (write, undo) -> undo.remove(approvals, write.pubkey()));
    write(SaveListFile.class, (write, undo) -> undo.put(files, write.file().name(), write.file()));
    reads(AdminReads.class, this);
  }

  @Override
  public List<StoredBan> bans() {
    read();
    return List.copyOf(bans.values());
  }

  @Override
  public List<StoredApproval> approvals() {
    read();
    return List.copyOf(approvals.values());
  }

  @Override
  public Optional<ListFile> listFile(String name) {
    read();
    return Optional.ofNullable(files.get(name));
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of(
        "bans",
        (long) bans.size(),
        "approvals",
        (long) approvals.size(),
        "list_files",
        (long) files.size());
  }

  @Override
  protected boolean keepsAgent(String agent, long now) {
    return bans.containsKey(agent)
        || approvals.values().stream().anyMatch(a -> a.agent().equals(agent));
  }
}
