package dev.reveille.server.channel;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.ServerNotice;
import dev.reveille.server.identity.AgentRowWrites;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.AppendEntry;
import dev.reveille.server.store.AppendEvent;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;

/** Places what is said in a channel, by its members, for them and by the server. */
final class ChannelPosting {
  private final ChannelState state;
  private final ChannelReferences references;

  ChannelPosting(ChannelState state) {
    this.state = state;
    references = new ChannelReferences(state);
  }

  /** Places a member's message, or answers as the first time if it has its place already. */
  Step post(ChannelCommand.Post post) {
    if (!state.exists()) return state.unknown();
    return state.repeats().check(post.id(), seq -> again(post, seq), () -> place(post));
  }

  /**
   * Answers a repeated message. The barrier has its place behind the first message: if that is
   * refused, so is this answer.
   */
  private Step again(ChannelCommand.Post post, long seq) {
    var key = post.clientMsgId();
    return again(
        seq,
        key == null
            ? List.of()
            : List.of(
                new DeliveryEffect.EchoAgain(post.author().session(), state.name(), seq, key)));
  }

  private Step again(long seq, List<Effect> effects) {
    return Step.answer(new ChatAnswer.Placed(state.name(), seq), Unit.barrier(effects));
  }

  /** Its seq, its place in the store and its receivers are decided in one step. */
  private Step place(ChannelCommand.Post post) {
    var author = post.author();
    var refusal = state.notActing(author, post.aside());
    if (refusal.isPresent()) return refusal.get();
    var held = state.limits().holdBack(post);
    if (held.isPresent()) return held.get();
    state.floor().release(author.session());
    var body = state.member(author.agent());
    // Its agent has spoken: the claim of its body is over too.
    if (body != null) state.floor().release(body.session());
    var stored =
        new StoredEntry(
            state.name(),
            state.nextSeq(),
            state.nextTs(post.id()),
            post.id(),
            author.agent(),
            author.name(),
            author.verified(),
            post.content(),
            post.clientMsgId(),
            post.extras(),
            post.kind());
    state.repeats().placed(post.id(), stored.seq());
    var said =
        new FilteredText(
            author.agent(),
            post.content(),
            post.mentions(),
            post.tags(),
            Priority.ofExtras(post.extras()));
    var receivers = state.filters().of(said);
    var attached = post.attached();
    Effect fanout =
        new DeliveryEffect.Fanout(
            state.name(),
            receivers.shared(),
            receivers.also(),
            Messages.wire(stored),
            post.mentions(),
            author.session(),
            post.clientMsgId());
    var effects = new ArrayList<>(with(fanout, attached.effects()));
    if (!post.mentions().isEmpty()) effects.addAll(1, references.to(post, stored, said));
    if (!state.isIn(author)) effects.add(echo(post, stored));
    return Step.answer(
        new ChatAnswer.Placed(state.name(), stored.seq()),
        Unit.required(
            AgentRowWrites.writes(
                post.newcomer(),
                ChannelPosting.<Write>with(new AppendEntry(stored), attached.writes())),
            AgentRowWrites.effects(post.newcomer(), effects),
            with(Messages.notStored(author.session()), attached.otherwise())));
  }

  /** Returns the echo for an author that is no member, and so gets no copy. */
  private static Effect echo(ChannelCommand.Post post, StoredEntry stored) {
    var session = post.author().session();
    return post.clientMsgId() == null
        ? new DeliveryEffect.ToSession(session, Messages.wire(stored))
        : new DeliveryEffect.EchoAgain(session, stored.stream(), stored.seq(), post.clientMsgId());
  }

  /** Says something for an agent. It waits for the same limits as the agent's own messages. */
  Step sayFor(ChannelCommand.SayFor say) {
    if (!state.exists()) return state.unknown();
    return state.repeats().check(say.id(), seq -> again(seq, List.of()), () -> place(say));
  }

  private Step place(ChannelCommand.SayFor say) {
    var agent = say.agent();
    var origin = state.member(agent);
    if (say.session() != null && (origin == null || !origin.session().equals(say.session()))) {
      return state.notMember();
    }
    var wait = state.limits().holdBack(agent, origin != null && origin.verified());
    if (!wait.isZero()) return Step.answer(new ChatAnswer.TryAfter(wait.toMillis() + 1));
    var entry =
        ServerNotice.marker(state.name(), state.nextTs(say.id()), say.content())
            .with(say.extras())
            .entry(state.nextSeq(), say.id(), say.kind());
    state.repeats().placed(say.id(), entry.seq());
    var receivers =
        state
            .filters()
            .of(
                new FilteredText(
                    agent,
                    entry.content(),
                    List.of(),
                    List.of(),
                    Priority.ofExtras(entry.extras())));
    var detail = "{" + say.fields() + ",\"seq\":" + entry.seq() + "}";
    var writes = new ArrayList<Write>();
    writes.add(new AppendEntry(entry));
    writes.add(new AppendEvent(state.now(), say.event(), agent, state.name(), detail));
    writes.addAll(say.attached().writes());
    var effects = new ArrayList<Effect>();
    effects.add(
        new DeliveryEffect.Fanout(
            state.name(),
            receivers.shared(),
            receivers.also(),
            Messages.wire(entry),
            List.of(),
            null,
            null));
    effects.addAll(say.attached().effects());
    return Step.answer(
        new ChatAnswer.Placed(state.name(), entry.seq()),
        Unit.required(writes, effects, say.attached().otherwise()));
  }

  /** Returns a stored notice of the server. Nobody gets an error if it cannot be stored. */
  Unit notice(String text) {
    var stored = ServerNotice.text(state.name(), state.nextTs(), text).entry(state.nextSeq());
    return Unit.required(
        List.of(new AppendEntry(stored)),
        List.of(
            new DeliveryEffect.Fanout(
                state.name(),
                state.filters().announced(),
                List.of(),
                Messages.wire(stored),
                List.of(),
                null,
                null)),
        List.of());
  }

  /** Returns a text of the server that is not stored and has no seq. */
  Unit said(String text) {
    var message = ServerNotice.text(state.name(), state.now(), text).message();
    return Unit.barrier(List.of(new DeliveryEffect.ToMany(state.everyone(), message, null)));
  }

  /** Sets the slow mode of the channel, by order of an administrator. */
  Step slowDown(ChannelCommand.SlowDown slow) {
    var request = slow.request();
    if (!state.exists()) {
      return Step.of(
          Unit.barrier(request.refused(ErrorCode.CHANNEL_NOT_FOUND, "No channel " + state.name())));
    }
    long seconds = slow.seconds();
    state.limits().slowDown(seconds);
    var fields = new JsonText(64).field("channel", state.name()).field("seconds", seconds).fields();
    var writes = new ArrayList<Write>();
    writes.add(new SetSlowMode(state.name(), seconds));
    writes.add(
        new AppendEvent(
            state.now(),
            "moderation.slow_mode",
            null,
            state.name(),
            seconds + " s by an operator"));
    writes.addAll(slow.audit());
    return ChannelState.done(
        Unit.required(
            writes,
            List.of(request.answered(new ServerMessage.AdminResult("slow_mode", true, fields))),
            request.refused(ErrorCode.STORE_UNAVAILABLE, Messages.NOT_STORED)));
  }

  private static <T> List<T> with(T first, List<? extends T> others) {
    if (others.isEmpty()) return List.of(first);
    var all = new ArrayList<T>();
    all.add(first);
    all.addAll(others);
    return all;
  }
}
