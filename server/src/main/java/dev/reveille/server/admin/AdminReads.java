package dev.reveille.server.admin;

import java.util.List;
import java.util.Optional;

/** Reads the lists of administrators. */
public interface AdminReads {
  /** Returns the bans, in the order in which the agents were first banned. */
  List<StoredBan> bans();

  /** Returns the allowlist, in order of entry. */
  List<StoredApproval> approvals();

  Optional<ListFile> listFile(String name);
}
