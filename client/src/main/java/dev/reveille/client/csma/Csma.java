package dev.reveille.client.csma;

import dev.reveille.client.ClientException;
import dev.reveille.client.ClientTime;
import dev.reveille.client.Incoming;
import dev.reveille.client.ReveilleClient;
import dev.reveille.client.csma.Checks.Check;
import dev.reveille.client.csma.Outcome.Kind;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.Skill;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Waits before it answers a channel, then reads whether another agent has answered.
 *
 * <p>Without it, several agents would answer the same question. Each agent sets itself a callback
 * after a random delay. When it fires, the agent reads the messages since the question and decides.
 * Direct messages and messages that mention the agent are answered at once.
 *
 * <p>At most one check is pending per channel. That check reads all messages that come meanwhile:
 * the judgement gets the first message and all since, and is not asked about them again. If the
 * server refuses or loses the callback, the agent's own clock replaces it: the check then runs when
 * the next message comes or {@link #lookAgain} is called.
 *
 * <p>Agents whose registered skills fit the topic tags of a message answer earlier. The server is
 * asked for the skills with the first such message of each connection.
 *
 * <p>While another agent has the floor for a message, its check is put off, three times at most,
 * each time for twice as long. A long answer claims the floor first and is put off in the same way.
 *
 * <p>Entries of other types than MSG are ignored: they are neither questions nor answers.
 *
 * <p>One thread hands over the messages and runs the judgement. Only {@link #hear(ServerMessage)}
 * may be called on another thread.
 */
public final class Csma {
  /**
   * The most times that a check is put off: 30 to 120 s in all with the usual delays; a claim lives
   * 45.
   */
  static final int MAX_DEFERRALS = 3;

  /** A page of history, and how many of them are read. */
  static final int PAGE = 1_000;

  static final int MAX_PAGES = 5;

  private static final Duration IDLE = Duration.ofHours(1);

  private final CsmaLink link;
  private final CsmaSettings settings;
  private final ClientTime time;
  private final RandomGenerator random;
  private final Consumer<Outcome> outcomes;
  private final Patience patience;
  private final Floors floors;
  private final Speech speech;
  private final Checks checks = new Checks();
  private List<Skill> skills = List.of();
  private CsmaSettings weighted;

  /** The messages that were read, and whether these were all. */
  private record Read(List<ServerMessage.Msg> since, boolean whole) {}

  /**
   * Makes it over a link.
   *
   * @param outcomes gets the outcome of each message, on the calling thread
   */
  public Csma(
      CsmaLink link,
      CsmaSettings settings,
      Judgement judgement,
      ClientTime time,
      RandomGenerator random,
      Consumer<Outcome> outcomes) {
    this.link = link;
    this.settings = settings;
    this.weighted = settings;
    this.time = time;
    this.random = random;
    this.outcomes = outcomes;
    this.patience = new Patience(time, random);
    this.floors = new Floors(time);
    this.speech = new Speech(link, judgement, random, patience, floors);
  }

  /** Makes it over a client, with the machine's clock. */
  public static Csma of(ReveilleClient client, CsmaSettings settings, Judgement judgement) {
    return new Csma(
        CsmaLink.of(client), settings, judgement, ClientTime.system(), new SecureRandom(), _ -> {});
  }

  /**
   * Takes messages until the connection is over.
   *
   * @param next the next message or, after so long, nothing: {@code client::next}
   * @throws ClientException.Ended when the connection is over
   */
  public void attend(Function<Duration, Optional<Incoming>> next) {
    while (true) {
      next.apply(untilOverdue()).ifPresent(this::hear);
      lookAgain();
    }
  }

  /** Takes news: who has the floor, and who is gone. Any thread. */
  public void hear(ServerMessage news) {
    floors.hear(news);
  }

  /** Takes one message that the agent heard. */
  public void hear(Incoming incoming) {
    lookAgain();
    var message = incoming.message();
    if (!message.isMsg()) {
      tell(Kind.PASSED_OVER, message, "an entry of type " + message.type());
      return;
    }
    if (message.from().equals(Names.SERVER)) {
      heed(Signal.read(incoming, link.agentId()), message);
      return;
    }
    floors.ended(message.to(), message.from());
    if (message.from().equals(link.agentId())) {
      tell(Kind.PASSED_OVER, message, "the agent's own");
    } else if (!Names.isChannel(message.to())) {
      outcomes.accept(speech.act(new Occasion(message, List.of(), true, true, incoming.replay())));
    } else if (incoming.replay()) {
      tell(Kind.PASSED_OVER, message, "a replay");
    } else {
      discuss(message, Topic.of(incoming.json()));
    }
  }

  private void discuss(ServerMessage.Msg message, Topic topic) {
    if (topic.mentions().contains(link.agentId())) {
      outcomes.accept(speech.act(new Occasion(message, List.of(), true, true, false)));
    } else if (message.seq() <= 0) {
      tell(Kind.PASSED_OVER, message, "without a seq nothing can be read since");
    } else if (checks.isJudged(message)) {
      tell(Kind.PASSED_OVER, message, "the last check has read it");
    } else if (checks.isPending(message.to())) {
      tell(Kind.LEFT_TO_CHECK, message, "");
    } else if (checks.isFull()) {
      tell(Kind.PASSED_OVER, message, "too many checks are pending");
    } else {
      check(message, topic.tags(), 0);
    }
  }

  /** Runs the checks whose callbacks did not come. */
  public void lookAgain() {
    for (var late = checks.takeOverdue(time.millis());
        late.isPresent();
        late = checks.takeOverdue(time.millis())) {
      look(late.get());
    }
  }

  /** Returns the time until {@link #lookAgain} has a check to run. */
  public Duration untilOverdue() {
    return checks.untilOverdue(time.millis()).orElse(IDLE);
  }

  private void heed(Signal signal, ServerMessage.Msg message) {
    switch (signal) {
      case Signal.Fired(var replyTo) ->
          checks
              .takeFired(replyTo, time.millis())
              .ifPresentOrElse(
                  this::look, () -> tell(Kind.PASSED_OVER, message, "no such check is due"));
      case Signal.Refused(var reason) ->
          // It may be about a callback of the agent's own: then the check still fires, as timed.
          checks
              .newestUntimed()
              .ifPresentOrElse(
                  check -> tell(Kind.UNTIMED, check.question(), "refused: " + reason),
                  () -> tell(Kind.PASSED_OVER, message, "a refused callback of another kind"));
      case Signal.None() -> tell(Kind.PASSED_OVER, message, "a notice");
    }
  }

  private void check(ServerMessage.Msg question, List<String> tags, int deferrals) {
    long delay = weighted(tags).delay(tags, random).toMillis() << deferrals;
    long due = time.millis() + Math.min(delay, CsmaSettings.LONGEST.toMillis());
    checks.put(new Check(question, tags, deferrals, due, true));
    var payload = Signal.payload(question.ts());
    try {
      patience.tell(
          () -> {
            var left = Duration.ofMillis(Math.max(0, due - time.millis()));
            var marker = new Marker.Callback(left, null, payload);
            link.say(ClientMessage.Msg.of(link.agentId(), marker.text()));
          });
      tell(Kind.CHECK_SET, question, "");
    } catch (ClientException.Ended e) {
      throw e;
    } catch (ClientException e) {
      checks.untimed(question.to());
      tell(Kind.UNTIMED, question, String.valueOf(e.getMessage()));
    }
  }

  /** Returns the settings with the agent's skills; with those known before, if it cannot ask. */
  private CsmaSettings weighted(List<String> tags) {
    if (tags.isEmpty()) return settings;
    try {
      var registered = link.skills();
      if (!registered.equals(skills)) {
        skills = registered;
        weighted = settings.withSkills(registered);
      }
    } catch (ClientException.Ended e) {
      throw e;
    } catch (ClientException e) {
      // asked again with the next message that has tags
    }
    return weighted;
  }

  private void look(Check check) {
    var question = check.question();
    var holder = floors.holder(question.to(), question.msgId(), link.agentId());
    if (holder.isPresent() && check.deferrals() < MAX_DEFERRALS) {
      tell(Kind.GAVE_WAY, question, holder.get() + " has the floor");
      again(check);
      return;
    }
    Read read;
    try {
      read = read(question);
    } catch (ClientException.Ended e) {
      throw e;
    } catch (ClientException e) {
      tell(Kind.NOT_READ, question, String.valueOf(e.getMessage()));
      if (Patience.passes(e)) again(check);
      return;
    }
    var outcome = speech.act(new Occasion(question, read.since(), read.whole(), false, false));
    outcomes.accept(outcome);
    if (outcome.kind() == Kind.GAVE_WAY) again(check);
  }

  /** Puts the check off, or gives up if that was done often enough. */
  private void again(Check check) {
    if (check.deferrals() == MAX_DEFERRALS) {
      tell(Kind.GAVE_UP, check.question(), "it was put off " + MAX_DEFERRALS + " times");
      return;
    }
    check(check.question(), check.tags(), check.deferrals() + 1);
  }

  private Read read(ServerMessage.Msg question) {
    var channel = question.to();
    var since = new ArrayList<ServerMessage.Msg>();
    long seq = question.seq();
    long ts = question.ts();
    boolean more = true;
    for (int pages = 0; more && pages < MAX_PAGES; pages++) {
      long after = seq;
      var page =
          patience.ask(() -> link.history(new ClientMessage.History(channel, after, null, PAGE)));
      more = page.more();
      for (var message : page.messages()) {
        if (message.seq() <= seq) continue;
        seq = message.seq();
        ts = Math.max(ts, message.ts());
        if (message.isMsg() && !message.from().equals(Names.SERVER)) since.add(message);
      }
      if (seq == after) break; // nothing new: asking again would not end
    }
    checks.judged(channel, seq, ts);
    return new Read(since, !more);
  }

  private void tell(Kind kind, ServerMessage.Msg message, String reason) {
    outcomes.accept(Outcome.of(kind, message, reason));
  }
}
