package dev.reveille.cli;

import dev.reveille.client.ClientTime;
import dev.reveille.client.ListenSettings;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.PresenceStatus;
import java.time.InstantSource;
import java.util.List;

/**
 * Hands over what is pending, batch by batch, and confirms each batch afterwards: when it was
 * written out, or when a program has handled it.
 */
final class BatchListening {
  private final ListenCommand options;
  private final Terminal terminal;
  private final List<String> wanted;
  private final Confirmation confirmation;

  BatchListening(ListenCommand options, Terminal terminal, List<String> wanted) {
    this.options = options;
    this.terminal = terminal;
    this.wanted = wanted;
    this.confirmation = new Confirmation(terminal, options.server, !options.mode.once);
  }

  int run(ListenSettings settings) throws InterruptedException {
    var listening =
        new PendingListening(settings, new ListenedChannels(terminal, wanted, options.inbox));
    var builder = options.server.bodyClient(terminal, ConnectAs.IDENTITY);
    listening.hear(builder);
    try (var client = options.server.connect(terminal, builder)) {
      requireConfirm(client);
      for (var channel : wanted) client.join(channel, ChannelAccess.NO_REPLAY);
      var question =
          options.filter.question(
              client,
              terminal,
              options.limit == null ? InboxMessages.DEFAULT_PENDING : options.limit,
              List.of());
      if (!options.mode.once) options.announce(client.agentId(), wanted);
      while (true) {
        var batch = listening.next(client, question);
        if (batch.isEmpty() && options.mode.once) throw options.nothingCame(settings);
        if (batch.isEmpty()) continue;
        int exit = deal(client, batch.get());
        if (options.mode.once && !batch.get().items().isEmpty()) return exit;
        if (terminal.out().checkError()) return Exit.FAILED.code();
      }
    }
  }

  private static void requireConfirm(ReveilleClient client) {
    if (!client.welcome().confirm()) {
      throw new Problem(
          Exit.FAILED,
          "This server does not know confirmed delivery, so messages could be lost. Use a newer"
              + " server, or listen as a guest: reveille listen --ephemeral '#general'");
    }
  }

  private int deal(ReveilleClient client, PendingBatch batch) throws InterruptedException {
    LostEntries.warn(terminal, batch.lost());
    int exit = batch.items().isEmpty() ? Exit.OK.code() : hand(client, batch);
    if (exit == Exit.OK.code() || options.handler.isSet()) {
      confirmation.confirm(client, batch.cursor());
      if (options.handler.isSet()) DeadLetters.of(terminal, client.agentId()).confirmed();
      if (!options.json) LostEntries.passedOver(terminal, batch.passedOver());
    }
    if (exit == Exit.OK.code() && batch.more() && options.mode.once && !options.json) {
      terminal.err().println(terminal.dim("(more waits: run it again)"));
    }
    return exit;
  }

  /** Returns OK if the batch may be confirmed. With a program it may be confirmed in any case. */
  private int hand(ReveilleClient client, PendingBatch batch) throws InterruptedException {
    if (options.handler.isSet()) return execute(client, batch);
    var printer = new Printer(terminal);
    for (var item : batch.items()) {
      if (options.json) printer.json(item.json());
      else printer.message(item.message());
    }
    // Flushes. If nobody reads, the batch is not confirmed, and comes again.
    if (terminal.out().checkError()) return Exit.FAILED.code();
    WakeItems.started(client, batch.items());
    return Exit.OK.code();
  }

  private String identity() {
    var named = options.server.agent.identity;
    return named == null ? "" : " --identity " + named;
  }

  private int execute(ReveilleClient client, PendingBatch batch) throws InterruptedException {
    PendingListening.show(client, PresenceStatus.BUSY);
    var run =
        new BatchRun(
            options
                .handler
                .program(terminal)
                .onStart(() -> WakeItems.started(client, batch.items())),
            DeadLetters.of(terminal, client.agentId()),
            options.handler.tries(),
            ClientTime.system(),
            InstantSource.system());
    var dead = run.run(batch, options.server.uri(terminal).toString(), terminal);
    dead.ifPresent(
        letter ->
            terminal.warn(
                "The program failed %d times (%s). The batch is dead letter %d. See: reveille mail dead show %d%s"
                    .formatted(
                        letter.tries(), letter.reason(), letter.id(), letter.id(), identity())));
    return dead.isEmpty() ? Exit.OK.code() : Exit.FAILED.code();
  }
}
