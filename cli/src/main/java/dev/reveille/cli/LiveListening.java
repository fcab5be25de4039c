package dev.reveille.cli;

import dev.reveille.client.Incoming;
import dev.reveille.client.ListenSettings;
import dev.reveille.client.ReveilleClient;
import java.time.Duration;
import java.util.List;

/** Listens without an inbox: shows what comes while it is connected. */
final class LiveListening {
  private final ListenCommand options;
  private final Terminal terminal;
  private final ReveilleClient client;
  private final List<String> wanted;

  LiveListening(
      ListenCommand options, Terminal terminal, ReveilleClient client, List<String> wanted) {
    this.options = options;
    this.terminal = terminal;
    this.client = client;
    this.wanted = wanted;
  }

  int run(ListenSettings settings) {
    for (var channel : wanted) {
      client.join(channel, options.since == null ? ChannelAccess.NO_REPLAY : options.since);
    }
    if (options.mode.once) return once(settings);
    options.announce(client.agentId(), wanted);
    while (true) {
      client.next(Duration.ofMinutes(1)).filter(this::isWanted).ifPresent(this::print);
      if (terminal.out().checkError()) return Exit.FAILED.code();
    }
  }

  private int once(ListenSettings settings) {
    while (true) {
      var batch = client.listen(settings);
      if (batch.isNudge()) throw options.nothingCame(settings);
      var found = batch.messages().stream().filter(this::isWanted).toList();
      found.forEach(this::print);
      if (!found.isEmpty()) return Exit.OK.code();
    }
  }

  private boolean isWanted(Incoming incoming) {
    var to = incoming.message().to();
    return wanted.isEmpty() || !to.startsWith("#") || wanted.contains(to);
  }

  private void print(Incoming incoming) {
    var printer = new Printer(terminal);
    if (options.json) printer.json(incoming.json());
    else printer.message(incoming.message());
  }
}
