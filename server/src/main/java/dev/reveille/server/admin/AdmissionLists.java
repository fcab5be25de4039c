package dev.reveille.server.admin;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.chat.Admission;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.store.Store;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may connect.
 *
 * <p>It is a copy of the admin cell's lists. Only effects change it, so it holds exactly what is
 * durable. The message of the day is only here: it ends with the process.
 */
public final class AdmissionLists implements Admission {
  private final AdminRules rules;
  private final Map<String, StoredBan> bans = new ConcurrentHashMap<>();
  private final Map<String, StoredApproval> approvals = new ConcurrentHashMap<>();
  private volatile Optional<String> motd;

  public AdmissionLists(AdminRules rules, Store store, Optional<String> motd) {
    this.rules = rules;
    this.motd = motd;
    store.reads(AdminReads.class).bans().forEach(this::ban);
    store.reads(AdminReads.class).approvals().forEach(this::approve);
  }

  @Override
  public Optional<ChatAnswer.Refused> identifying(Collection<String> keys) {
    if (!rules.allowlist() || !rules.strict() || isApproved(keys)) return Optional.empty();
    return Optional.of(
        new ChatAnswer.Refused(
            ErrorCode.NOT_ALLOWED,
            keys.isEmpty()
                ? "Only agents with an approved key are let in here"
                : "This key is not approved here; ask an administrator"));
  }

  @Override
  public Optional<ChatAnswer.Refused> entering(String agent, Collection<String> keys) {
    // An agent without a key gets a new id each time: a ban would hit the next one only by chance.
    var ban = keys.isEmpty() ? Optional.<ChatAnswer.Refused>empty() : banned(agent);
    return ban.isPresent() ? ban : identifying(keys);
  }

  @Override
  public Optional<ChatAnswer.Refused> banned(String agent) {
    return Optional.ofNullable(bans.get(agent))
        .map(
            ban ->
                new ChatAnswer.Refused(
                    ErrorCode.BANNED,
                    ban.reason().isEmpty() ? "Banned" : "Banned: " + ban.reason()));
  }

  @Override
  public boolean verified(Collection<String> keys) {
    return rules.allowlist() && isApproved(keys);
  }

  /**
   * True if any of the keys is on the allowlist, because an agent that changes its key stays the
   * same agent.
   */
  private boolean isApproved(Collection<String> keys) {
    return keys.stream().anyMatch(approvals::containsKey);
  }

  @Override
  public Optional<String> motd() {
    return motd;
  }

  void ban(StoredBan ban) {
    bans.put(ban.agent(), ban);
  }

  void unban(String agent) {
    bans.remove(agent);
  }

  void approve(StoredApproval approval) {
    approvals.put(approval.pubkey(), approval);
  }

  void revoke(String pubkey) {
    approvals.remove(pubkey);
  }

  void motd(@Nullable String text) {
    motd = Optional.ofNullable(text);
  }
}
