package dev.reveille.server.admin;

import dev.reveille.protocol.AdminOrder;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.PublicKey;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.admin.AuditLog.Origin;
import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.chat.DoorEffect;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.OrderNotDone;
import dev.reveille.server.delivery.ReplyTo;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Owns the bans and the allowlist, and carries out the orders of administrators.
 *
 * <p>It never waits for an agent. The effect of an order on an agent is told to the agent's cell
 * after the order is durable and applies to new connections. So an agent that connects meanwhile is
 * either refused or disconnected.
 */
public final class AdminCell implements Cell {
  private static final long KICK_ALL_AFTER_MILLIS = 500;
  private static final int GOING_AWAY = 1001;

  private final AdminRules rules;
  private final AdminOrders orders;
  private final Clock clock;
  private final Presence presence;
  private final AuditLog audit;
  private final AdminList<StoredBan> bans;
  private final AdminList<StoredApproval> approvals;

  private AdminCell(
      AdminRules rules, AdminOrders orders, Clock clock, Presence presence, Store store) {
    this.rules = rules;
    this.orders = orders;
    this.clock = clock;
    this.presence = presence;
    audit = new AuditLog(rules.audit());
    bans = AdminList.bans(store);
    approvals = AdminList.approvals(store);
  }

  public static AdminCell load(
      AdminRules rules, AdminOrders orders, Clock clock, Presence presence, Store store) {
    return new AdminCell(rules, orders, clock, presence, store);
  }

  @Override
  public boolean mayUnload() {
    return !bans.isBusy() && !approvals.isBusy();
  }

  @Override
  public Step handle(Command command) {
    return switch (command) {
      case AdminRequest request -> carryOut(request);
      case AdminCommand.Refused refused ->
          done(Unit.bestEffort(audit.refused(clock.wallMillis(), refused), List.of()));
      case OrderNotDone(var request, var code) ->
          done(
              Unit.bestEffort(
                  audit.refused(
                      clock.wallMillis(), refused(request, request.order().target(), code)),
                  List.of()));
      case AdminCommand.AdoptBans(var checksum, var held) -> adopt(bans, checksum, held);
      case AdminCommand.AdoptApprovals(var checksum, var held) -> adopt(approvals, checksum, held);
      case AdminCommand.FileWritten written -> written(written);
      default -> throw new IllegalArgumentException("not for administrators: " + command);
    };
  }

  private Step carryOut(AdminRequest request) {
    return request.order() instanceof AdminOrder.ServerOrder own
        ? carryOut(request, own)
        : passOn(request);
  }

  private Step carryOut(AdminRequest request, AdminOrder.ServerOrder order) {
    return switch (order) {
      case AdminOrder.Approve(var pubkey, var note) -> approve(request, pubkey, note);
      case AdminOrder.Revoke(var identifier) -> revoke(request, identifier);
      case AdminOrder.ListAllowed() -> roll(request);
      case AdminOrder.Kick(var agent, var reason) -> kick(request, agent, reason);
      case AdminOrder.Ban(var agent, var reason) -> ban(request, agent, reason);
      case AdminOrder.Unban(var agent) -> unban(request, agent);
      case AdminOrder.Motd(var motd, var kick) -> motd(request, motd, kick);
      case AdminOrder.Verify(var agent, var verified) -> verify(request, agent, verified);
    };
  }

  /** Gives an order to the cell that carries it out, answers it and stores its audit events. */
  private Step passOn(AdminRequest request) {
    var order = request.order();
    var audit = entry(request, order.target(), order.subject());
    var tell = orders.part(order).tell(request, origin(request).name(), audit).orElseThrow();
    return done(Unit.bestEffort(List.of(), List.of(tell), notDone(request)));
  }

  private Step approve(AdminRequest request, String pubkey, @Nullable String note) {
    if (!rules.allowlist()) return noAllowlist(request);
    if (approvals.isFull(pubkey)) return full(request, "keys are approved");
    var approval =
        new StoredApproval(
            pubkey,
            "@" + PublicKey.agentId(pubkey),
            clock.wallMillis(),
            origin(request).name(),
            note == null ? "" : note);
    var change = new Change();
    approvals.save(approval, change.writes, change.effects);
    return durable(request, approval.agent(), null, change, approvals);
  }

  private Step revoke(AdminRequest request, String identifier) {
    if (!rules.allowlist()) return noAllowlist(request);
    var found =
        approvals
            .find(identifier)
            .or(() -> approvals.entries().stream().filter(a -> isOf(a, identifier)).findFirst());
    if (found.isEmpty()) {
      return refuse(request, null, ErrorCode.AGENT_NOT_FOUND, "That key is not on the allowlist");
    }
    var change = new Change();
    approvals.remove(found.get().pubkey(), change.writes, change.effects);
    return durable(request, found.get().agent(), null, change, approvals);
  }

  private static boolean isOf(StoredApproval approval, String id) {
    return approval.agent().equals("@" + id);
  }

  private Step roll(AdminRequest request) {
    if (!rules.allowlist()) return noAllowlist(request);
    var entries = approvals.entries().stream().map(AdminCell::entry).toList();
    var fields =
        new JsonText()
            .rawList("entries", entries)
            .field("enabled", true)
            .field("strict", rules.strict())
            .fields();
    return act(request, null, null, new ServerMessage.AdminResult("list", null, fields));
  }

  private static byte[] entry(StoredApproval a) {
    int end = Math.min(40, a.pubkey().length());
    return new JsonText(160)
        .field("agentId", a.agent())
        .field("pubkeyPrefix", a.pubkey().substring(0, end) + "...")
        .field("approvedAt", ListDocument.time(a.at()))
        .field("note", a.note())
        .bytes();
  }

  private Step kick(AdminRequest request, String agent, @Nullable String reason) {
    if (!presence.hasSession(agent)) return absent(request, agent);
    return act(
        request,
        agent,
        reason,
        about(request, agent),
        expel(agent, reason == null ? "Kicked by admin" : reason, false));
  }

  private Step ban(AdminRequest request, String agent, @Nullable String reason) {
    if (bans.isFull(agent)) return full(request, "agents are banned");
    var ban =
        new StoredBan(
            agent, reason == null ? "" : reason, clock.wallMillis(), origin(request).name());
    var change = new Change();
    bans.save(ban, change.writes, change.effects);
    change.effects.add(expel(agent, reason == null ? "Banned by admin" : reason, true));
    return durable(request, agent, reason, change, bans);
  }

  /** Ends the agent's sessions, whichever it has at that time. */
  private static Effect expel(String agent, String reason, boolean banned) {
    return new Tell(Cells.agent(agent), new AgentCommand.Kick(reason, banned));
  }

  private Step unban(AdminRequest request, String agent) {
    if (bans.find(agent).isEmpty()) {
      return refuse(request, agent, ErrorCode.AGENT_NOT_FOUND, agent + " is not banned");
    }
    var change = new Change();
    bans.remove(agent, change.writes, change.effects);
    return durable(request, agent, null, change, bans);
  }

  private Step motd(AdminRequest request, @Nullable String motd, boolean kick) {
    var fields = new JsonText(96).field("motd", motd).field("kicked", kick).fields();
    var effects = new ArrayList<Effect>();
    effects.add(new AdminEffect.MotdSet(motd));
    effects.add(new DoorEffect.ToEverybody(new ServerMessage.MotdUpdate(motd)));
    if (kick) {
      effects.add(
          new DoorEffect.CloseOthers(
              asker(request), KICK_ALL_AFTER_MILLIS, GOING_AWAY, "Server maintenance"));
    }
    return act(
        request,
        null,
        kick ? "all others are closed" : null,
        new ServerMessage.AdminResult("motd", true, fields),
        effects.toArray(Effect[]::new));
  }

  private static @Nullable SessionId asker(AdminRequest request) {
    return request.replyTo() instanceof ReplyTo.OfSession(var session) ? session : null;
  }

  private Step verify(AdminRequest request, String agent, boolean verified) {
    var found = presence.agent(agent);
    if (found.isEmpty()) return absent(request, agent);
    if (found.get().token() != null) {
      return refuse(
          request,
          agent,
          ErrorCode.NOT_ALLOWED,
          "The server keeps the key of " + agent + ", so it is never verified");
    }
    var fields = new JsonText(96).field("agentId", agent).field("verified", verified).fields();
    return act(
        request,
        agent,
        verified ? "verified" : "not verified",
        new ServerMessage.AdminResult("verify", true, fields),
        new Tell(Cells.agent(agent), new AgentCommand.Verify(verified)));
  }

  /** The writes and effects of a unit that is being built. */
  private static final class Change {
    private final List<Write> writes = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();
  }

  /**
   * Carries out an order that must be durable, and written to its file, before the session gets the
   * answer.
   */
  private Step durable(
      AdminRequest request,
      String agent,
      @Nullable String reason,
      Change change,
      AdminList<?> list) {
    change.writes.addAll(entry(request, agent, reason));
    var answer = new DeliveryEffect.Reply(request.replyTo(), about(request, agent));
    // This comes before the write of the file starts: the answer waits for that version of the
    // file, or for the next.
    if (list.isBusy()) {
      change.effects.addFirst(new AdminEffect.AnswerWhenWritten(list.name(), answer));
    } else {
      change.effects.add(answer);
    }
    return done(Unit.required(change.writes, change.effects, notDone(request)));
  }

  /** Carries out an order that leaves only an audit event: a full disk does not stop it. */
  private Step act(
      AdminRequest request,
      @Nullable String agent,
      @Nullable String reason,
      ServerMessage result,
      Effect... effects) {
    var all = new ArrayList<>(List.of(effects));
    all.add(request.answered(result));
    return done(Unit.bestEffort(entry(request, agent, reason), all, notDone(request)));
  }

  private List<AppendEvent> entry(
      AdminRequest request, @Nullable String agent, @Nullable String reason) {
    return audit.done(clock.wallMillis(), request.order().action(), agent, origin(request), reason);
  }

  private Step refuse(AdminRequest request, @Nullable String agent, ErrorCode code, String why) {
    var answer = List.of(request.answered(new ServerMessage.Failure(code, why)));
    return done(
        Unit.bestEffort(
            audit.refused(clock.wallMillis(), refused(request, agent, code)), answer, answer));
  }

  private static AdminCommand.Refused refused(
      AdminRequest request, @Nullable String agent, ErrorCode code) {
    return new AdminCommand.Refused(
        request.order().action(), agent, request.agent(), request.address(), code.name(), 0);
  }

  /**
   * Returns the refusal of an order that was undone because the store refused an order before it.
   */
  private static List<Effect> notDone(AdminRequest request) {
    return request.refused(ErrorCode.STORE_UNAVAILABLE, Messages.NOT_STORED);
  }

  private Step absent(AdminRequest request, String agent) {
    return refuse(request, agent, ErrorCode.AGENT_NOT_FOUND, agent + " is not connected");
  }

  private Step noAllowlist(AdminRequest request) {
    return refuse(
        request, null, ErrorCode.INVALID_MSG, "The allowlist is not enabled on this server");
  }

  private Step full(AdminRequest request, String what) {
    return refuse(
        request,
        null,
        ErrorCode.RATE_LIMITED,
        "Already " + ListDocument.MAX_ENTRIES + " " + what + "; remove some first");
  }

  private static ServerMessage about(AdminRequest request, String agent) {
    boolean named = !(request.order() instanceof AdminOrder.Revoke);
    return new ServerMessage.AdminResult(
        request.order().action(),
        true,
        named ? new JsonText(64).field("agentId", agent).fields() : "");
  }

  private static Origin origin(AdminRequest request) {
    return new Origin(request.agent(), request.address());
  }

  private <T> Step adopt(AdminList<T> list, @Nullable String checksum, List<T> held) {
    var change = new Change();
    var imported = list.adopt(checksum, held, change.writes, change.effects);
    if (!imported.isNothing()) {
      change.writes.addAll(audit.imported(clock.wallMillis(), list.name(), imported));
    }
    return done(Unit.required(change.writes, change.effects, List.of()));
  }

  private Step written(AdminCommand.FileWritten written) {
    var change = new Change();
    var list = written.name().equals(bans.name()) ? bans : approvals;
    list.written(written, change.writes, change.effects);
    change.effects.addFirst(new AdminEffect.FileSettled(list.name(), list.isBusy()));
    return done(
        Unit.bestEffort(
            change.writes,
            change.effects,
            List.of(new AdminEffect.FileSettled(list.name(), false))));
  }

  private static Step done(Unit unit) {
    return Step.answer(new ChatAnswer.Done(), unit);
  }
}
