package dev.reveille.cli;

import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.ServerMessage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Shows everything that comes to an agent until it is stopped, and confirms direct messages and
 * mentions once they are written out. Marks of channels do not move: what was said before is still
 * unread there.
 */
final class InboxFollowing {
  private static final int MAX_SHOWN = 10_000;

  private static final InboxMessages.AskPending QUESTION =
      InboxMessages.AskPending.of(InboxMessages.MAX_PENDING).waiting(InboxMessages.MAX_WAIT_MS);

  private final ListenCommand options;
  private final Terminal terminal;
  private final List<String> wanted;
  private final Printer printer;

  /** A message comes live and as pending, in any order; it is shown once. */
  private final Map<String, Boolean> shown =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MAX_SHOWN;
        }
      };

  InboxFollowing(ListenCommand options, Terminal terminal, List<String> wanted) {
    this.options = options;
    this.terminal = terminal;
    this.wanted = wanted;
    this.printer = new Printer(terminal);
  }

  int run() throws InterruptedException {
    var arrivals = new Arrivals();
    var builder = options.server.bodyClient(terminal, ConnectAs.IDENTITY);
    arrivals.hear(builder);
    try (var client = options.server.connect(terminal, builder)) {
      for (var channel : wanted) {
        client.join(channel, options.since == null ? ChannelAccess.NO_REPLAY : options.since);
      }
      options.announce(client.agentId(), wanted);
      if (client.welcome().confirm()) arrivals.ask(client, QUESTION);
      while (!terminal.out().checkError()) {
        var event = arrivals.next(Duration.ofMinutes(1));
        if (event.isPresent() && !take(client, arrivals, event.get())) break;
      }
      return Exit.FAILED.code();
    }
  }

  /** Returns false if nobody reads the output any more. */
  private boolean take(ReveilleClient client, Arrivals arrivals, Arrivals.Event event)
      throws InterruptedException {
    switch (event) {
      case Arrivals.Event.Pushed(var incoming) -> {
        if (isWanted(incoming.message())) show(incoming.message(), incoming.json());
      }
      case Arrivals.Event.Woken(var wake) -> {
        var item = WakeItems.of(client.agentId(), wake);
        show(item.message(), item.json());
        if (terminal.out().checkError()) return false;
        WakeItems.started(client, List.of(item));
      }
      case Arrivals.Event.Answered(var page, var _) -> {
        for (var entry : page.entries()) {
          // Always: what is confirmed must have been shown.
          var item = PendingBatch.Item.of(entry);
          show(item.message(), item.json());
        }
        if (terminal.out().checkError()) return false;
        LostEntries.warn(terminal, page.lost());
        if (!page.entries().isEmpty() || page.lost() > 0 || page.more()) {
          new Confirmation(terminal, options.server, true).confirm(client, page.cursor());
        }
        arrivals.ask(client, QUESTION);
      }
      case Arrivals.Event.Moved() -> {
        // Its question names no channels.
      }
      case Arrivals.Event.Failed(var why, var _) -> throw why;
    }
    return true;
  }

  private void show(ServerMessage.Msg message, String json) {
    var key = message.to() + " " + message.seq();
    if (message.seq() > 0 && shown.put(key, true) != null) return;
    if (options.json) printer.json(json);
    else printer.message(message);
  }

  private boolean isWanted(ServerMessage.Msg message) {
    boolean toChannel = message.to().startsWith("#");
    if (toChannel && options.inbox) return false;
    return wanted.isEmpty() || !toChannel || wanted.contains(message.to());
  }
}
