package dev.reveille.client.csma;

import dev.reveille.client.ClientException;
import dev.reveille.client.csma.Outcome.Kind;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Asks the agent's judgement and does what it says. */
final class Speech {
  private final CsmaLink link;
  private final Judgement judgement;
  private final RandomGenerator random;
  private final Patience patience;
  private final Floors floors;

  Speech(
      CsmaLink link,
      Judgement judgement,
      RandomGenerator random,
      Patience patience,
      Floors floors) {
    this.link = link;
    this.judgement = judgement;
    this.random = random;
    this.patience = patience;
    this.floors = floors;
  }

  Outcome act(Occasion occasion) {
    return switch (judgement.decide(occasion)) {
      case Verdict.Silence() -> silent(occasion);
      case Verdict.Say(var text, var about) -> say(occasion, text, about);
      case Verdict.Write write -> write(occasion, write);
    };
  }

  private Outcome write(Occasion occasion, Verdict.Write write) {
    var subject = write.about() == null ? occasion.message() : write.about();
    if (!Names.isChannel(subject.to()) || subject.msgId() == null) {
      return finish(occasion, write, write.composer().write(() -> true));
    }
    var floor = floors.begin(subject.to(), subject.msgId());
    try {
      var holder = claim(subject.to(), subject.msgId());
      // An addressed agent answers even if another has the floor.
      if (occasion.addressed()) return finish(occasion, write, write.composer().write(() -> true));
      if (holder.isPresent()) return gaveWay(occasion, holder.get());
      var text = write.composer().write(floor);
      if (floor.isMine()) return finish(occasion, write, text);
      var now = floors.holder(subject.to(), subject.msgId(), link.agentId());
      return gaveWay(occasion, now.orElse("another agent"));
    } finally {
      floors.end();
    }
  }

  /** Returns the other agent that has the floor. Returns empty if the claim fails. */
  private Optional<String> claim(String channel, String msgId) {
    try {
      return patience
          .ask(() -> link.claim(channel, msgId))
          .map(ServerMessage.Yield::holder)
          .filter(holder -> !holder.equals(link.agentId()));
    } catch (ClientException.Ended e) {
      throw e;
    } catch (ClientException e) {
      return Optional.empty();
    }
  }

  private Outcome finish(Occasion occasion, Verdict.Write write, Optional<String> text) {
    return text.map(said -> say(occasion, said, write.about())).orElseGet(() -> silent(occasion));
  }

  private Outcome say(Occasion occasion, String text, ServerMessage.@Nullable Msg about) {
    var message = occasion.message();
    var answered = about == null ? message : about;
    var replyTo = answered.msgId() == null ? null : JsonText.quote(answered.msgId());
    // One key for all tries: an answer that was taken but not acknowledged is not said twice.
    var key = new UUID(random.nextLong(), random.nextLong()).toString();
    var answer = new ClientMessage.Msg(Outcome.place(message), text, null, replyTo, List.of(), key);
    try {
      patience.tell(() -> link.say(answer));
      return Outcome.of(Kind.ANSWERED, message, "");
    } catch (ClientException.Ended e) {
      throw e;
    } catch (ClientException e) {
      return Outcome.of(Kind.NOT_SENT, message, String.valueOf(e.getMessage()));
    }
  }

  private static Outcome silent(Occasion occasion) {
    return Outcome.of(Kind.SILENT, occasion.message(), "");
  }

  private static Outcome gaveWay(Occasion occasion, String holder) {
    return Outcome.of(Kind.GAVE_WAY, occasion.message(), holder + " has the floor");
  }
}
