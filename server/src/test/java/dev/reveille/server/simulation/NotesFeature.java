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
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A small feature that only the simulation has: a kind of entry that each agent says once. */
final class NotesFeature {
  static final FeaturePlan PLAN = new FeaturePlan(List.of(), _ -> Feature.of("notes", new Part()));

  private static final Slot<Set<String>> PLACED = new Slot<>(HashSet::new);

  private NotesFeature() {}

  /** A note on a channel. */
  record Note(String channel, String about, String clientMsgId) implements ClientMessage {
    @Override
    public String type() {
      return "NOTE";
    }
  }

  private static final class Part implements AgentPart {
    @Override
    public List<Request<?>> requests() {
      return List.of(new Request<>(Note.class, Part::note));
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
            public Optional<Step> before() {
              return agent.slot(PLACED).contains(note.about())
                  ? Optional.of(Replies.error(body, ErrorCode.INVALID_MSG, "Noted before"))
                  : Optional.empty();
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
  }
}
