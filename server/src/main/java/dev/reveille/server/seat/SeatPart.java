package dev.reveille.server.seat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.SeatMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.Posted;
import dev.reveille.server.chat.Replies;
import dev.reveille.server.chat.Request;
import dev.reveille.server.chat.Slot;
import dev.reveille.server.chat.SpeakingPart;
import dev.reveille.server.chat.Told;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The seat's part of the agent cell: the fence at the door, and the agent's own requests.
 *
 * <p>A connection that shows a session must be that of the holder. So a process whose lease was
 * taken cannot come back as the agent's body, and the connection that it has is closed. A
 * connection that shows no session may displace another connection; it changes no lease.
 *
 * <p>An agent that never had a seat has no slot.
 */
final class SeatPart implements SpeakingPart {
  /** The time between two reports to a seat that its agent still speaks. */
  private static final long TELL_NANOS = Duration.ofSeconds(30).toNanos();

  /** The state of the body of an agent that has, or had, a seat. */
  private static final class Lease {
    private @Nullable StoredBody body;

    /** The connection that came last with a session of the seat. */
    private @Nullable SessionId connection;

    private String shown = "";

    /**
     * Counts how often the seat was told that its agent speaks. The first two times are told at
     * once.
     */
    private int told;

    private long toldAt;

    /** A connection that showed a session and is not the body yet. It may go before it is. */
    private @Nullable SessionId coming;

    private String comingShown = "";

    private void came() {
      connection = coming;
      shown = comingShown;
      told = 0;
      coming = null;
    }

    private boolean isHolder(String session) {
      return body != null && body.kind().equals(StoredBody.SEAT) && body.holder().equals(session);
    }
  }

  private static final Slot<Lease> LEASE = new Slot<>(Lease::new);

  private final ChatParts parts;

  SeatPart(ChatParts parts) {
    this.parts = parts;
  }

  @Override
  public List<Request<?>> requests() {
    return List.of(
        Request.of(SeatMessages.GetSeat.class, SeatPart::get).orSide(),
        Request.of(SeatMessages.SetSeat.class, this::set).orSide(),
        Request.of(SeatMessages.LeaveHandoff.class, this::handOff).orSide(),
        Request.of(SeatMessages.DeclareEnd.class, this::declare).orSide(),
        Request.of(SeatMessages.GetMemory.class, SeatPart::memory).orSide());
  }

  @Override
  public List<Told<?>> told() {
    return List.of(new Told<>(SeatLease.class, SeatPart::leased));
  }

  @Override
  public void loaded(Agent agent) {
    if (!agent.mayReturn()) return;
    parts
        .store()
        .reads(SeatReads.class)
        .body(agent.id())
        .ifPresent(body -> agent.slot(LEASE).body = body);
  }

  @Override
  public Optional<ChatAnswer.Refused> refusesBody(Agent agent, AgentCommand.Attach attach) {
    var shown = attach.seatSession();
    if (shown == null) return Optional.empty();
    var lease = agent.find(LEASE);
    if (lease == null || !lease.isHolder(shown)) {
      return Optional.of(
          new ChatAnswer.Refused(
              ErrorCode.NOT_ALLOWED, "The session " + shown + " does not hold this agent's seat"));
    }
    lease.coming = attach.session();
    lease.comingShown = shown;
    return Optional.empty();
  }

  /** Returns the session of the seat that this connection showed; null if it showed none. */
  private static @Nullable String shownBy(Agent agent, Body body) {
    var lease = agent.find(LEASE);
    return lease != null && body.session().equals(lease.connection) ? lease.shown : null;
  }

  @Override
  public List<Calls<ChatAnswer>.Call> arriving(Agent agent, Body body) {
    var lease = agent.find(LEASE);
    if (lease != null && body.session().equals(lease.coming)) lease.came();
    var shown = shownBy(agent, body);
    if (shown == null) return List.of();
    return List.of(
        agent
            .calls()
            .to(SeatCell.at(agent.id()), new SeatCommand.Attached(shown))
            .orAgain(() -> agent.isBody(body.session())));
  }

  @Override
  public List<Calls<ChatAnswer>.Call> departing(Agent agent, Body body) {
    var lease = agent.find(LEASE);
    if (lease != null && body.session().equals(lease.connection)) lease.connection = null;
    return List.of();
  }

  /** Takes in who holds the body now, and closes the connection of a former holder. */
  private static Step leased(Agent agent, SeatLease told) {
    var lease = agent.slot(LEASE);
    var known = lease.body;
    if (known != null && known.epoch() >= told.body().epoch()) return Step.none();
    lease.body = told.body();
    lease.told = 0;
    var connection = lease.connection;
    if (connection == null || lease.isHolder(lease.shown) || !agent.isBody(connection)) {
      return Step.none();
    }
    return Step.of(
        Unit.barrier(
            List.of(
                new DeliveryEffect.ToSession(
                    connection,
                    new ServerMessage.SessionDisplaced(
                        "Another session took the seat of this agent", "")),
                new DeliveryEffect.Hangup(connection, 1000, "Session displaced"))));
  }

  /** Carries out the markers for the end of a session, after what the agent says with them. */
  @Override
  public Step afterRelay(Agent agent, Body body, Posted posted) {
    SessionEnding ending = null;
    if (!posted.repeat()) {
      for (var marker : posted.draft().markers()) {
        if (marker instanceof Marker.Full) ending = SessionEnding.FULL;
        else if (marker instanceof Marker.Sunset && ending == null) ending = SessionEnding.SUNSET;
      }
    }
    var lease = agent.find(LEASE);
    if (ending == null) return lease == null ? Step.none() : heard(agent, body, lease, posted);
    if (lease == null) {
      return Replies.error(
          body, ErrorCode.NOT_ALLOWED, "You have no seat, so no session of it can end");
    }
    if (body.token() != null && shownBy(agent, body) == null) {
      // The scope of a message is "send"; the end of a session needs more.
      return Replies.error(
          body,
          ErrorCode.NOT_ALLOWED,
          "With a token the end is declared by SEAT_FULL or SEAT_SUNSET, in the scope seat");
    }
    var asker = new SeatCommand.Asker(body.session(), "MSG", shownBy(agent, body));
    return call(
        agent, body, new SeatCommand.Declare(asker, ending, null, "the agent wrote the marker"));
  }

  /** Tells the seat that its agent speaks, by its own connection or by another. */
  private Step heard(Agent agent, Body body, Lease lease, Posted posted) {
    if (posted.repeat() || lease.body == null) return Step.none();
    long now = parts.clock().nanos();
    if (lease.told > 1 && now - lease.toldAt < TELL_NANOS) return Step.none();
    boolean reply = posted.inReplyTo() != null;
    lease.told = reply ? 2 : Math.min(lease.told + 1, 2);
    lease.toldAt = now;
    return Step.of(
        Unit.barrier(
            List.of(
                new Tell(
                    SeatCell.at(agent.id()), new SeatCommand.Heard(shownBy(agent, body), reply)))));
  }

  private static Step call(Agent agent, Body body, SeatCommand command) {
    return agent
        .calls()
        .to(SeatCell.at(agent.id()), command)
        .nothingToUndo()
        .then(answer -> Replies.orError(body, answer, Step::none));
  }

  private static SeatCommand.Asker asker(
      Agent agent, Body body, ClientMessage message, @Nullable String session) {
    return new SeatCommand.Asker(
        body.session(), message.type(), session == null ? shownBy(agent, body) : session);
  }

  private static Step get(Agent agent, Body body, SeatMessages.GetSeat get) {
    return call(agent, body, new SeatCommand.Show(asker(agent, body, get, null)));
  }

  private Step set(Agent agent, Body body, SeatMessages.SetSeat set) {
    return call(
        agent,
        body,
        new SeatCommand.Wish(
            asker(agent, body, set, null), set.optOut(), set.dailyWakes(), set.quiet()));
  }

  private Step handOff(Agent agent, Body body, SeatMessages.LeaveHandoff handOff) {
    if (!body.hasKey()) {
      return Replies.error(body, ErrorCode.SIGNATURE_REQUIRED, "A handoff needs a key or a token");
    }
    return call(
        agent,
        body,
        new SeatCommand.HandOff(
            asker(agent, body, handOff, handOff.session()), redacted(handOff.note())));
  }

  private Step declare(Agent agent, Body body, SeatMessages.DeclareEnd declare) {
    var note = declare.note();
    return call(
        agent,
        body,
        new SeatCommand.Declare(
            asker(agent, body, declare, declare.session()),
            declare.ending(),
            note == null ? null : redacted(note),
            "the agent declared it"));
  }

  private SeatMessages.Note redacted(SeatMessages.Note note) {
    return new SeatMessages.Note(
        parts.redacted(note.done()),
        parts.redacted(note.next()),
        parts.redacted(note.questions()),
        note.workedOn().stream().map(parts::redacted).toList());
  }

  private static Step memory(Agent agent, Body body, SeatMessages.GetMemory get) {
    return Step.of(
        Unit.barrier(
            List.of(
                new DeliveryEffect.LookUp(
                    body.session(), new MemoryQuery(agent.id(), get.limit())))));
  }
}
