package dev.reveille.server.simulation;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.AgentPart;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.EntryDraft;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.chat.Placing;
import dev.reveille.server.chat.Replies;
import dev.reveille.server.chat.Request;
import dev.reveille.server.chat.Slot;
import dev.reveille.server.delivery.Attached;
import dev.reveille.server.delivery.EntryLookup;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.store.AppendEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A small feature that only the simulation has: a kind of entry that each agent says once, on its
 * own or about another entry. It is the model for features that place entries.
 */
final class NotesFeature {
  static final FeaturePlan PLAN = new FeaturePlan(List.of(), _ -> Feature.of("notes", new Part()));

  private static final Slot<Set<String>> PLACED = new Slot<>(HashSet::new);

  private NotesFeature() {}

  /**
   * A note in a channel.
   *
   * @param on the id of the entry that it is about, which must be in the channel
   */
  record Note(String channel, String about, @Nullable String on, String clientMsgId)
      implements ClientMessage {
    Note(String channel, String about, String clientMsgId) {
      this(channel, about, null, clientMsgId);
    }

    @Override
    public String type() {
      return "NOTE";
    }
  }

  private static final class Part implements AgentPart {
    @Override
    public List<Request<?>> requests() {
      return List.of(new Request<>(Note.class, Part::note).orSide());
    }

    private static Step note(Agent agent, Body body, Note note, String id) {
      var extras = new JsonText(32).field("about", note.about()).fields();
      return agent.place(
          body,
          id,
          note.channel(),
          new EntryDraft("NOTE", "", extras, note.clientMsgId(), Attached.NOTHING),
          new Placing() {
            @Override
            public Step check(EntryDraft draft, Function<EntryDraft, Step> place) {
              if (agent.slot(PLACED).contains(note.about())) {
                return Replies.error(body, ErrorCode.INVALID_MSG, "Noted before");
              }
              var on = note.on();
              return on == null
                  ? place.apply(draft)
                  : agent.findEntry(
                      note.channel(),
                      on,
                      answer ->
                          answer instanceof EntryLookup.EntryFound(var seq, _)
                              ? place.apply(draft.with(noted(agent, note, seq)))
                              : Replies.orError(body, answer, () -> unknown(body)));
            }

            @Override
            public Step placed(long seq) {
              agent.slot(PLACED).add(note.about());
              return Step.none();
            }

            @Override
            public Step undone() {
              agent.slot(PLACED).remove(note.about());
              return Step.none();
            }
          });
    }

    private static Attached noted(Agent agent, Note note, long seq) {
      var event = new AppendEvent(0, "noted", agent.id(), note.channel(), Long.toString(seq));
      return Attached.of(event);
    }

    private static Step unknown(Body body) {
      return Replies.error(body, ErrorCode.INVALID_MSG, "The channel has no entry of this id");
    }
  }
}
