package dev.reveille.server.mail;

import com.typesafe.config.ConfigFactory;
import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.protocol.Priority;
import dev.reveille.server.channel.Refer;
import dev.reveille.server.channel.SetMute;
import dev.reveille.server.identity.SaveAgent;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.store.MemoryStore;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One mailbox cell on a store that commits everything at once. At most three entries may wait. */
final class MailboxFixture {
  static final String ADA = "@0123456789abcdef";
  static final SessionId BODY = new SessionId("n", 1);
  static final SessionId SIDE = new SessionId("n", 2);
  static final String BOB = "@bob";

  private final ChatConfig config =
      new ChatConfig(
          ConfigFactory.parseString("limits.mailbox-max = 3, channels.names = \"#general\"")
              .withFallback(
                  ConfigFactory.parseResources(ChatConfig.class, "/reference.conf")
                      .getConfig("reveille")));
  final ManualClock clock = new ManualClock();
  final MemoryStore store = new MemoryStore(() -> {});
  private final MapPresence presence = new MapPresence();
  private MailboxCell cell;
  private int number;

  MailboxFixture() {
    var row = new StoredAgent(ADA, "ada", "pem", 1, 1);
    commit(Unit.required(List.of(new SaveAgent(row)), List.of(), List.of()));
    cell = load();
  }

  private MailboxCell load() {
    return MailboxCell.load(ADA, config, clock, store, presence);
  }

  /** Forgets the cell, and loads it from what is stored. Its agent is away. */
  void reload() {
    cell = load();
  }

  private void commit(Unit unit) {
    store.submit(new Committer.Submission(new CellId("test", "a"), 1, unit));
    store.commitAll();
  }

  Step tell(Command command) {
    var step = cell.handle(command);
    step.units().forEach(this::commit);
    return step;
  }

  Step open(boolean confirm, String... muted) {
    return tell(new MailboxCommand.Open(BODY, true, confirm, List.of(), List.of(muted), null));
  }

  void close() {
    tell(new MailboxCommand.Close(BODY));
  }

  void storeMute(String muted) {
    commit(Unit.bestEffort(List.of(new SetMute(ADA, muted, true, 1)), List.of()));
  }

  Step deposit(String from, boolean receipt) {
    var id = clock.wallMillis() + "-" + ++number;
    var author = new Presence.Member(from, "x", new SessionId("n", 9), false);
    return tell(
        new MailboxCommand.Deposit(
            id, author, StoredEntry.MESSAGE, "text", "", null, List.of(), null, receipt));
  }

  void deposit(int times) {
    for (int i = 0; i < times; i++) deposit(BOB, false);
  }

  Step refer(String channel, long seq, String sender) {
    return tell(new Refer(channel, seq, 1000 + seq, sender, Priority.NORMAL));
  }

  /** The socket took entries, and settled them if it may. */
  Step report(long upTo, String ahead, String shown) {
    return tell(new MailboxCommand.Delivered(BODY, upTo, ahead, "", shown));
  }

  Step read(long seq) {
    return confirm(BODY, seq, 0, 0);
  }

  Step confirm(SessionId asker, long seq, long reference, long lost) {
    return tell(
        new MailboxCommand.Confirm(
            asker, ConfirmMessages.ME, null, seq, reference, lost, List.of(), false));
  }

  Step readChannel(String channel, long seq) {
    var mark = new ConfirmMessages.ChannelMark(channel, seq);
    return tell(new MailboxCommand.Confirm(BODY, channel, null, 0, 0, 0, List.of(mark), true));
  }

  MailboxState state() {
    return store.reads(MailReads.class).mailbox(ADA);
  }

  List<Long> references() {
    return store.reads(MailReads.class).references(ADA, 99).stream()
        .map(StoredReference::n)
        .toList();
  }

  @Nullable StoredReceipt receipt(long seq) {
    return store.reads(MailReads.class).receipt(ADA, seq).orElse(null);
  }

  static List<Write> writes(Step step) {
    var all = new ArrayList<Write>();
    for (var unit : step.units()) all.addAll(unit.writes());
    return all;
  }

  static List<Effect> effects(Step step) {
    var all = new ArrayList<Effect>();
    for (var unit : step.units()) all.addAll(unit.effects());
    return all;
  }
}
