package dev.reveille.server.admin;

import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.chat.Cells;
import dev.reveille.server.chat.ChannelCommand;
import dev.reveille.server.chat.ChatEffect;
import dev.reveille.server.kernel.EffectTable;
import dev.reveille.server.kernel.Effects;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.moderation.Silence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Carries out the effects of administration: first the lists at the door, then the agents.
 *
 * <p>The answer to an order that changes a list waits until the list's file is written, which
 * happens on a thread of its own. Nobody else waits for a file.
 */
public final class Enforcement {

  /** Answers that wait for one list's file. Owned by the effects' thread. */
  private static final class Waiting {
    /** For the next version. */
    private List<ChatEffect.OrderAnswered> next = new ArrayList<>();

    /** For the versions that are being written, the oldest first. */
    private final Deque<List<ChatEffect.OrderAnswered>> begun = new ArrayDeque<>();
  }

  private final HouseLists lists;
  private final ListFiles files;
  private final Host host;
  private final Map<String, Waiting> waiting = new HashMap<>();

  public Enforcement(HouseLists lists, ListFiles files, Host host) {
    this.lists = lists;
    this.files = files;
    this.host = host;
  }

  /** Puts every effect of administration into the table. */
  public void register(EffectTable table) {
    table
        .on(AdminEffect.Banned.class, e -> lists.ban(e.ban()))
        .on(AdminEffect.Unbanned.class, e -> lists.unban(e.agent()))
        .on(AdminEffect.Approved.class, e -> lists.approve(e.approval()))
        .on(AdminEffect.Revoked.class, e -> lists.revoke(e.pubkey()))
        .on(AdminEffect.MotdSet.class, e -> lists.motd(e.motd()))
        .on(
            AdminEffect.Expelled.class,
            e -> host.tell(Cells.agent(e.agent()), new AgentCommand.Kick(e.reason(), e.banned())))
        .on(
            AdminEffect.VouchedFor.class,
            e -> host.tell(Cells.agent(e.agent()), new AgentCommand.Verify(e.verified())))
        .on(
            AdminEffect.Silenced.class,
            e ->
                host.tell(
                    Cells.agent(e.agent()),
                    new Silence(e.request(), e.seconds(), e.reason(), e.audit())))
        .on(
            AdminEffect.SlowedDown.class,
            e ->
                host.tell(
                    Cells.channel(e.channel()),
                    new ChannelCommand.SlowDown(e.request(), e.seconds(), e.audit())))
        .on(AdminEffect.AnswerWhenWritten.class, this::await)
        .on(AdminEffect.WriteFile.class, this::write)
        .on(AdminEffect.FileSettled.class, e -> settled(e, table));
  }

  private Waiting waiting(String name) {
    return waiting.computeIfAbsent(name, _ -> new Waiting());
  }

  private void await(AdminEffect.AnswerWhenWritten e) {
    waiting(e.name()).next.add(new ChatEffect.OrderAnswered(e.session(), e.message()));
  }

  private void write(AdminEffect.WriteFile e) {
    var file = waiting(e.name());
    file.begun.add(file.next);
    file.next = new ArrayList<>();
    files.write(e, report -> host.tell(Cells.admin(), report));
  }

  private void settled(AdminEffect.FileSettled e, Effects effects) {
    var file = waiting(e.name());
    var answers = file.begun.poll();
    if (answers != null) answers.forEach(effects::run);
    if (e.more()) return;
    file.next.forEach(effects::run);
    file.next.clear();
  }
}
