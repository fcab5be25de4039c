package dev.reveille.server.admin;

import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Host;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Carries out {@link AdminEffect}: updates the admission lists and their files.
 *
 * <p>The answer to an order that changes a list waits until the list's file is written by a thread
 * of its own. Nothing else waits for a file.
 */
public final class AdminDelivery {

  /** Answers that wait for one list's file. Owned by the effects thread. */
  private static final class Waiting {
    /** Answers that wait for the next version. */
    private List<DeliveryEffect.Reply> next = new ArrayList<>();

    /** Answers that wait for the versions that are being written, the oldest first. */
    private final Deque<List<DeliveryEffect.Reply>> begun = new ArrayDeque<>();
  }

  private final AdmissionLists lists;
  private final ListFiles files;
  private final Host host;
  private final Consumer<DeliveryEffect.Reply> replies;
  private final Map<String, Waiting> waiting = new HashMap<>();

  /**
   * Creates it without waiting answers.
   *
   * @param replies sends an answer
   */
  public AdminDelivery(
      AdmissionLists lists, ListFiles files, Host host, Consumer<DeliveryEffect.Reply> replies) {
    this.lists = lists;
    this.files = files;
    this.host = host;
    this.replies = replies;
  }

  public List<EffectPart<?>> effects() {
    return List.of(
        new EffectPart<>(AdminEffect.Banned.class, e -> lists.ban(e.ban())),
        new EffectPart<>(AdminEffect.Unbanned.class, e -> lists.unban(e.agent())),
        new EffectPart<>(AdminEffect.Approved.class, e -> lists.approve(e.approval())),
        new EffectPart<>(AdminEffect.Revoked.class, e -> lists.revoke(e.pubkey())),
        new EffectPart<>(AdminEffect.MotdSet.class, e -> lists.motd(e.motd())),
        new EffectPart<>(AdminEffect.AnswerWhenWritten.class, this::await),
        new EffectPart<>(AdminEffect.WriteFile.class, this::write),
        new EffectPart<>(AdminEffect.FileSettled.class, this::settled));
  }

  private Waiting waiting(String name) {
    return waiting.computeIfAbsent(name, _ -> new Waiting());
  }

  private void await(AdminEffect.AnswerWhenWritten e) {
    waiting(e.name()).next.add(e.reply());
  }

  private void write(AdminEffect.WriteFile e) {
    var file = waiting(e.name());
    file.begun.add(file.next);
    file.next = new ArrayList<>();
    files.write(e, report -> host.tell(AdminRequest.CELL, report));
  }

  private void settled(AdminEffect.FileSettled e) {
    var file = waiting(e.name());
    var answers = file.begun.poll();
    if (answers != null) answers.forEach(replies);
    if (e.more()) return;
    file.next.forEach(replies);
    file.next.clear();
  }
}
