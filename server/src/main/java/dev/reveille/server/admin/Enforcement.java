package dev.reveille.server.admin;

import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.chat.Cells;
import dev.reveille.server.kernel.EffectTable;
import dev.reveille.server.kernel.Host;

/** Carries out the effects of administration: first the lists at the door, then the agents. */
public final class Enforcement {
  private final HouseLists lists;
  private final ListFiles files;
  private final Host host;

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
                    new AgentCommand.Silence(e.session(), e.seconds(), e.reason())))
        .on(
            AdminEffect.WriteFile.class,
            e -> files.write(e, report -> host.tell(Cells.admin(), report)));
  }
}
