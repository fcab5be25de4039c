package dev.reveille.server.fuzz;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One hostile connection: sends frames in batches and holds the server to its promise that every
 * frame is answered, in order.
 */
final class FuzzAgent implements AutoCloseable {
  private static final int PATIENCE = 60;
  private static final String TYPE = "{\"type\":\"";
  private static final String PING = "{\"type\":\"PING\"}";

  /** An answer, or the end: of the connection, or of its right to answers. */
  private record Answer(String type, String text) {
    static final String END = "";
  }

  private record Asked(Expected expected, String text) {}

  private final FuzzSocket socket;
  private final Dice dice;
  private final LinkedBlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private final Thread reader;

  /** The {@code "from"} of this agent's own messages; written by the reader. */
  private volatile String own = "?";

  private boolean over;

  FuzzAgent(int port, Dice dice) {
    this.dice = dice;
    socket = FuzzSocket.open(port);
    reader = Thread.ofVirtual().name("fuzz-reader").start(this::readAll);
  }

  private void readAll() {
    while (true) {
      var next = socket.read();
      if (next.isEnd() || next.opcode() == FuzzSocket.CLOSE) {
        answers.add(new Answer(Answer.END, next.text()));
        return;
      }
      if (next.opcode() == FuzzSocket.TEXT) sort(next.text());
    }
  }

  private void sort(String text) {
    var type = text.startsWith(TYPE) ? text.substring(9, text.indexOf('"', 9)) : "?";
    if (type.equals("WELCOME")) own = "\"from\":\"" + field(text, "agent_id") + "\"";
    if (type.equals("SESSION_DISPLACED")) answers.add(new Answer(Answer.END, text));
    if (Expected.ANSWERS.contains(type) || type.equals("?") || isEcho(type, text)) {
      answers.add(new Answer(type, text));
    }
  }

  /** An invitation carries its sender's id too, but it is no message: it has no id. */
  private boolean isEcho(String type, String text) {
    if (!type.equals("MSG") || text.endsWith(",\"replay\":true}")) return false;
    int from = text.indexOf("\"from\":");
    return from > 0 && text.startsWith(own, from) && text.contains("\"msg_id\":");
  }

  static String field(String json, String name) {
    return Json.read(json).orElseThrow().path(name).asString("");
  }

  /** True if the server has ended this connection. */
  boolean isOver() {
    return over;
  }

  /** Becomes an agent without a key. */
  void identify() {
    batch(List.of(text("{\"type\":\"IDENTIFY\",\"name\":\"" + dice.word(32) + "\"}")));
  }

  /** Becomes an agent with a key, after some tries that must fail. */
  void identify(Identity identity) {
    batch(
        List.of(
            text(
                new JsonText()
                    .field("type", "IDENTIFY")
                    .field("name", dice.word(32))
                    .field("pubkey", identity.publicKey().pem())
                    .text())),
        challenge -> answerChallenge(identity, challenge));
  }

  private void answerChallenge(Identity identity, String challenge) {
    var id = field(challenge, "challenge_id");
    if (id.isEmpty()) return;
    var right = AuthText.challenge(field(challenge, "nonce"), id, "7");
    if (dice.chance(0.2)) {
      var wrong = AuthText.challenge(field(challenge, "nonce"), id, "8");
      batch(List.of(text(verify(id, identity.sign(wrong)))));
      batch(List.of(text(verify(id, identity.sign(right)))));
      return;
    }
    var answer = verify(id, identity.sign(right)).getBytes(StandardCharsets.UTF_8);
    socket.message(dice, answer, false).flush();
    var next = await();
    if (next.type().equals(Answer.END)) over = true;
    else if (!next.type().equals("WELCOME")) throw unexpected(next, "the right answer");
    else batch(List.of(new HostileFrames.Drawn(answer, false)));
  }

  private static String verify(String challenge, String signature) {
    return new JsonText()
        .field("type", "VERIFY_IDENTITY")
        .field("challenge_id", challenge)
        .field("signature", signature)
        .field("timestamp", 7)
        .text();
  }

  private static HostileFrames.Drawn text(String text) {
    return HostileFrames.Drawn.text(text);
  }

  void batch(List<HostileFrames.Drawn> frames) {
    batch(frames, _ -> {});
  }

  private interface Heard {
    void answer(String text);
  }

  /** Sends them all, then reads the answers to all. */
  private void batch(List<HostileFrames.Drawn> frames, Heard heard) {
    var asked = new ArrayDeque<Asked>();
    for (var frame : frames) {
      var read = frame.read();
      var expected = Expected.of(read);
      asked.add(new Asked(expected, read));
      socket.message(dice, frame.payload(), frame.binary());
      // Where an answer may be missing, a PING tells whose answer the next one is.
      if (!expected.sure()) ping(asked);
    }
    ping(asked);
    socket.flush();
    var got = new ArrayList<String>();
    while (!asked.isEmpty() && !over) {
      var answer = await();
      if (answer.type().equals(Answer.END)) {
        over = true;
      } else {
        match(asked, answer);
        got.add(answer.text());
      }
    }
    if (!got.isEmpty()) heard.answer(got.getFirst());
  }

  private void ping(ArrayDeque<Asked> asked) {
    socket.message(dice, PING.getBytes(StandardCharsets.UTF_8), false);
    asked.add(new Asked(Expected.PONG, PING));
  }

  private static void match(ArrayDeque<Asked> asked, Answer answer) {
    var first = asked.remove();
    if (first.expected().types().contains(answer.type())) return;
    if (first.expected().sure() || asked.isEmpty()) throw unexpected(answer, first.text());
    var second = asked.remove();
    if (!second.expected().types().contains(answer.type())) {
      throw unexpected(answer, first.text() + " and " + second.text());
    }
  }

  private static AssertionError unexpected(Answer answer, String asked) {
    return new AssertionError(
        "Asked: " + shown(asked) + "\n answered: " + shown(answer.type() + " " + answer.text()));
  }

  private static String shown(String text) {
    return text.length() < 2000 ? text : text.substring(0, 2000) + "… (" + text.length() + ")";
  }

  private Answer await() {
    try {
      var answer = answers.poll(PATIENCE, TimeUnit.SECONDS);
      if (answer == null) throw new AssertionError("No answer within " + PATIENCE + " s");
      return answer;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Goes away in one of the ways that connections end. */
  void leave(HostileFrames frames) {
    switch (dice.below(6)) {
      case 0 -> socket.frame(FuzzSocket.FIN | FuzzSocket.CLOSE, (byte) 3, (byte) 0xE8).flush();
      case 1 -> socket.raw(FuzzSocket.header(FuzzSocket.TEXT, 1000)).raw(dice.bytes(900)).flush();
      case 2 -> socket.frame(FuzzSocket.FIN | FuzzSocket.TEXT, (byte) 0xC3, (byte) 0x28).flush();
      case 3 -> socket.raw(dice.bytes(100)).flush();
      case 4 -> {
        for (int i = 0; i < 10; i++) socket.message(dice, frames.next().payload(), true);
        socket.flush();
        socket.reset();
      }
      default -> socket.reset();
    }
  }

  @Override
  public void close() {
    socket.close();
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
