package dev.reveille.server.admin;

import java.util.List;
import java.util.Optional;

/** Reads the lists of administrators. */
public interface AdminReads {
  /** In the order they were first banned. */
  List<StoredBan> bans();

  /** The allowlist, in order of entry. */
  List<StoredApproval> approvals();

  Optional<ListFile> listFile(String name);
}
