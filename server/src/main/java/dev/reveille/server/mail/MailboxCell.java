package dev.reveille.server.mail;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.SeqRanges;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.channel.LoopNotice;
import dev.reveille.server.channel.SubscriptionReads;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Repeats;
import dev.reveille.server.delivery.ServerNotice;
import dev.reveille.server.identity.AgentKeys;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.identity.AgentRowWrites;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Answer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.limits.LoopGuard;
import dev.reveille.server.store.AppendEntry;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Owns an agent's direct messages: their order and their delivery progress.
 *
 * <p>An agent with a key gets mail while it is away, up to a limit. An agent without a key gets
 * mail only while it is connected.
 */
public final class MailboxCell implements Cell {
  /** The number of direct messages that the loop guard remembers. */
  private static final int REMEMBERED_MESSAGES = 64;

  /** The most entries that are read at once. */
  private static final int PAGE = 100;

  private final String agent;
  private final ChatConfig config;
  private final Clock clock;

  /** Created with the first direct message: most agents get none. */
  private @Nullable LoopGuard loops;

  private boolean hasKey;

  /** The agent's row, if the store may not have it. It is stored with the next message. */
  private @Nullable StoredAgent newcomer;

  /** Knows the ids of the messages that were placed lately. */
  private Repeats repeats;

  /** The agents that this agent has muted. */
  private Set<String> muted = Set.of();

  /** The number of waiting entries that will be skipped. */
  private long skipped;

  private long lastSeq;
  private long lastTs;
  private long offered;
  private long delivered;

  /** Entries after {@code delivered} that must not be shown any more. */
  private SeqRanges ahead = new SeqRanges();

  /** Entries up to {@code offered} that were held back from a sleeping agent and never shown. */
  private SeqRanges unshown = new SeqRanges();

  /** The session of the agent's body; null while it is away. */
  private @Nullable SessionId session;

  private MailboxCell(String agent, ChatConfig config, Clock clock) {
    this.agent = agent;
    this.config = config;
    this.clock = clock;
    repeats = new Repeats(agent, clock);
  }

  public static MailboxCell load(
      String agent, ChatConfig config, Clock clock, Store store, Presence presence) {
    var cell = new MailboxCell(agent, config, clock);
    var body = presence.agent(agent);
    cell.session = body.map(Presence.Agent::session).orElse(null);
    cell.hasKey =
        body.map(Presence.Agent::hasKey).orElseGet(() -> AgentKeys.of(store, agent).reachable());
    cell.newcomer = body.filter(Presence.Agent::hasKey).map(b -> newcomer(b, store)).orElse(null);
    var head = store.reads(EntryReads.class).head(agent);
    cell.lastSeq = head.lastSeq();
    cell.lastTs = head.lastTs();
    cell.repeats = Repeats.load(agent, head, clock, store);
    var state = cell.lastSeq == 0 ? MailboxState.NEW : store.reads(MailReads.class).mailbox(agent);
    cell.offered = state.offered();
    cell.delivered = state.delivered();
    cell.ahead = SeqRanges.of(state.ahead());
    cell.unshown = SeqRanges.of(state.unshown());
    // While the agent is connected, its own cell sends its mutes.
    if (cell.hasKey) cell.muted = Set.copyOf(store.reads(SubscriptionReads.class).muted(agent));
    if (!cell.muted.isEmpty()) cell.skipped = cell.countSkipped(store);
    return cell;
  }

  /** Returns the row of a connected agent if the store does not have it. */
  private static @Nullable StoredAgent newcomer(Presence.Agent body, Store store) {
    if (store.reads(AgentReads.class).agent(body.id()).isPresent()) return null;
    var first = AgentKeys.of(store, body.id()).root().orElse(body.pubkey());
    return new StoredAgent(body.id(), body.name(), first, body.connectedAt(), body.connectedAt());
  }

  /**
   * Counts the waiting entries of muted agents. The number of waiting entries is bounded, so this
   * is too.
   */
  private long countSkipped(Store store) {
    long count = 0;
    for (long last = delivered; last < lastSeq; ) {
      var page = store.reads(EntryReads.class).after(agent, last, PAGE);
      if (page.isEmpty()) return count;
      count +=
          page.stream().filter(m -> muted.contains(m.sender()) && !ahead.contains(m.seq())).count();
      last = page.getLast().seq();
    }
    return count;
  }

  @Override
  public boolean mayUnload() {
    return session == null;
  }

  /** Goes on when the store was asked for the id of a message. */
  @Override
  public Step resume(Command command, Answer answer) {
    return repeats.resume(answer);
  }

  @Override
  public Step handle(Command command) {
    return switch ((MailboxCommand) command) {
      case MailboxCommand.Open(var body, var key, var mutedAgents, var row) -> {
        newcomer = row;
        yield open(body, key, mutedAgents);
      }
      case MailboxCommand.Mute(var body, var mutedAgents) -> mute(body, mutedAgents);
      case MailboxCommand.Answering answering -> answering(answering);
      case MailboxCommand.Close(var body) -> {
        if (body.equals(session)) session = null;
        yield Step.answer(new ChatAnswer.Done(), Unit.barrier(List.of()));
      }
      case MailboxCommand.Shut() -> {
        hasKey = false;
        yield Step.answer(new ChatAnswer.Done());
      }
      case MailboxCommand.Deposit deposit ->
          repeats.check(deposit.id(), seq -> again(deposit, seq), () -> deposit(deposit));
      case MailboxCommand.Place place -> place(place);
      case MailboxCommand.Delivered report -> delivered(report);
    };
  }

  private Step open(SessionId body, boolean key, List<String> mutedAgents) {
    session = body;
    hasKey = key;
    muted = Set.copyOf(mutedAgents);
    if (!key) {
      return Step.answer(
          new ChatAnswer.Done(),
          Unit.barrier(
              List.of(
                  new MailEffect.OpenMail(
                      body, agent, lastSeq + 1, lastSeq, lastSeq, "", "", mutedAgents))));
    }
    var opening =
        new MailEffect.OpenMail(
            body,
            agent,
            delivered + 1,
            lastSeq,
            offered,
            ahead.text(),
            unshown.text(),
            mutedAgents);
    var writes = new ArrayList<Write>();
    if (lastSeq > offered) writes.add(new MailOffered(agent, lastSeq));
    if (!unshown.isEmpty()) writes.add(new MailRanges(agent, ahead.text(), ""));
    offered = lastSeq;
    unshown = new SeqRanges();
    return Step.answer(new ChatAnswer.Done(), Unit.bestEffort(writes, List.of(opening)));
  }

  private Step mute(SessionId body, List<String> mutedAgents) {
    if (!body.equals(session)) return Step.answer(new ChatAnswer.Done());
    muted = Set.copyOf(mutedAgents);
    return Step.answer(
        new ChatAnswer.Done(), Unit.barrier(List.of(new MailEffect.MuteMail(body, mutedAgents))));
  }

  private Step answering(MailboxCommand.Answering answering) {
    var author = answering.author();
    var said =
        new LoopGuard.Said(
            JsonText.quote(answering.id()),
            author.agent(),
            author.verified(),
            answering.inReplyTo(),
            List.of(answering.to()));
    return switch (loops().judge(said, clock.nanos())) {
      case LoopGuard.Verdict.Pass(var chain) -> Step.answer(new ChatAnswer.GoAhead(chain));
      case LoopGuard.Verdict.Wait wait ->
          LoopNotice.refused(wait, author.agent(), null, clock.wallMillis());
    };
  }

  /**
   * Answers a repeated message as the first time. The barrier has its place behind the first
   * message: if that is refused, so is this answer.
   */
  private Step again(MailboxCommand.Deposit deposit, long seq) {
    var key = deposit.clientMsgId();
    var effects = new ArrayList<Effect>();
    if (key != null) {
      effects.add(new DeliveryEffect.EchoAgain(deposit.author().session(), agent, seq, key));
    }
    return Step.answer(new ChatAnswer.Placed(agent, seq), Unit.barrier(effects));
  }

  private Step deposit(MailboxCommand.Deposit deposit) {
    var author = deposit.author();
    if (session == null && !hasKey) return refuse(ErrorCode.AGENT_NOT_FOUND, "No agent " + agent);
    boolean fromMuted = muted.contains(author.agent());
    if (waiting(fromMuted) >= config.mailboxMax()) {
      return refuse(ErrorCode.RATE_LIMITED, "The mailbox of " + agent + " is full");
    }
    loops()
        .hear(
            JsonText.quote(deposit.id()),
            author.agent(),
            deposit.chain(),
            List.of(agent),
            clock.nanos());
    var stored =
        new StoredEntry(
            agent,
            ++lastSeq,
            nextTs(),
            deposit.id(),
            author.agent(),
            author.name(),
            author.verified(),
            deposit.content(),
            deposit.clientMsgId(),
            deposit.extras());
    repeats.placed(deposit.id(), stored.seq());
    var receiver = session == null ? null : newcomer;
    var writes = append(stored, deposit.newcomer(), fromMuted);
    return Step.answer(
        new ChatAnswer.Placed(agent, stored.seq()),
        Unit.required(
            writes,
            AgentRowWrites.effects(
                receiver,
                AgentRowWrites.effects(
                    deposit.newcomer(), effects(Messages.wire(stored), deposit, fromMuted))),
            List.of(Messages.notStored(author.session()))));
  }

  /** Returns the writes of an entry that has its seq, with the rows of agents that it needs. */
  private List<Write> append(StoredEntry stored, @Nullable StoredAgent author, boolean fromMuted) {
    var receiver = session == null ? null : newcomer;
    newcomer = null;
    var writes = new ArrayList<Write>();
    writes.addAll(AgentRowWrites.writes(receiver, List.of()));
    writes.addAll(AgentRowWrites.writes(author, List.of()));
    writes.add(new AppendEntry(stored));
    if (session != null && hasKey) {
      offered = lastSeq;
      writes.add(new MailOffered(agent, lastSeq));
    }
    if (fromMuted && session == null) {
      if (delivered == lastSeq - 1) {
        delivered = lastSeq;
        writes.add(new MailDelivered(agent, lastSeq));
      } else {
        skipped++;
      }
    }
    return writes;
  }

  /**
   * Stores an entry of the server. If it cannot be stored because there is no room or nobody can
   * read it, the feed says so: what it tells is stored elsewhere too.
   */
  private Step place(MailboxCommand.Place place) {
    boolean fromMuted = muted.contains(place.speaker());
    boolean noReader = session == null && !hasKey;
    if (noReader || waiting(fromMuted) >= config.mailboxMax()) {
      var why = noReader ? "nobody can read the mailbox" : "the mailbox is full";
      var detail = new JsonText(64).field("kind", place.kind()).field("reason", why);
      return Step.of(
          Unit.bestEffort(
              List.of(
                  new AppendEvent(
                      clock.wallMillis(), "mail.not_placed", agent, null, detail.text())),
              List.of()));
    }
    var stored =
        ServerNotice.text(agent, nextTs(), place.content())
            .with(place.extras())
            .entry(++lastSeq, null, place.kind());
    var receiver = session == null ? null : newcomer;
    var writes = append(stored, null, fromMuted);
    var body = session;
    var effects = new ArrayList<Effect>();
    if (body != null) {
      effects.add(
          fromMuted
              ? new MailEffect.PassOver(body, stored.seq())
              : new MailEffect.Mail(body, Messages.wire(stored), null));
    }
    return Step.of(Unit.required(writes, AgentRowWrites.effects(receiver, effects), List.of()));
  }

  /**
   * Returns how many entries wait for the agent's next session. Entries of muted agents are counted
   * apart, so they take no room from the others.
   */
  private long waiting(boolean fromMuted) {
    if (session != null) return fromMuted ? 0 : unshown.count();
    return fromMuted ? skipped : lastSeq - delivered - ahead.count() - skipped;
  }

  /**
   * Returns the effects of a new message. If an agent writes to itself, message and echo are one.
   */
  private List<Effect> effects(
      ServerMessage.Msg message, MailboxCommand.Deposit deposit, boolean fromMuted) {
    var effects = new ArrayList<Effect>();
    if (session != null && fromMuted) {
      effects.add(new MailEffect.PassOver(session, message.seq()));
    } else if (session != null) {
      var own = session.equals(deposit.author().session()) ? deposit.clientMsgId() : null;
      effects.add(new MailEffect.Mail(session, message, own));
    }
    if (!deposit.author().session().equals(session)) {
      effects.add(new MailEffect.Echo(deposit.author().session(), message, deposit.clientMsgId()));
    }
    return effects;
  }

  private LoopGuard loops() {
    var guard = loops;
    if (guard == null) {
      guard = new LoopGuard(config.moderation().loops(), REMEMBERED_MESSAGES);
      loops = guard;
    }
    return guard;
  }

  /**
   * Stores the progress of the present session. A late report of an earlier session is ignored: it
   * says nothing about this one.
   */
  private Step delivered(MailboxCommand.Delivered report) {
    if (!hasKey || (session != null && !session.equals(report.session()))) return Step.none();
    var writes = new ArrayList<Write>();
    var before = ahead.text();
    ahead = SeqRanges.of(report.ahead());
    long upTo = ahead.goOn(Math.clamp(report.upTo(), delivered, lastSeq));
    if (upTo > delivered) {
      delivered = upTo;
      writes.add(new MailDelivered(agent, delivered));
    }
    if (!before.equals(ahead.text()) || !unshown.text().equals(report.unshown())) {
      unshown = SeqRanges.of(report.unshown());
      writes.add(new MailRanges(agent, ahead.text(), report.unshown()));
    }
    skipped = Math.min(skipped, lastSeq - delivered - ahead.count());
    return writes.isEmpty() ? Step.none() : Step.of(Unit.bestEffort(writes, List.of()));
  }

  private long nextTs() {
    lastTs = Math.max(lastTs, clock.wallMillis());
    return lastTs;
  }

  private static Step refuse(ErrorCode code, String reason) {
    return Step.answer(new ChatAnswer.Refused(code, reason));
  }
}
