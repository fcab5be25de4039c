package dev.reveille.server.alert;

import dev.reveille.server.kernel.Clock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import javax.net.ssl.SSLSocketFactory;

/** Tells people by an e-mail. */
public final class MailAlert implements AlertWay {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss Z", Locale.ENGLISH);

  private final AlertConfig.MailServer server;
  private final SSLSocketFactory tls;
  private final Clock clock;

  public MailAlert(AlertConfig.MailServer server, SSLSocketFactory tls, Clock clock) {
    this.server = server;
    this.tls = tls;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "mail";
  }

  @Override
  public void tell(String key, String text) throws IOException {
    try (var exchange = new SmtpExchange(server, tls)) {
      exchange.send(letter(key, text));
    }
  }

  /** Returns the lines of the e-mail. Subject and body are encoded, so any text is harmless. */
  private List<String> letter(String key, String text) {
    var id = UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8));
    var now = Instant.ofEpochMilli(clock.wallMillis()).atZone(ZoneOffset.UTC);
    return List.of(
        "From: <" + server.from() + ">",
        "To: " + String.join(", ", server.to().stream().map(to -> "<" + to + ">").toList()),
        "Subject: =?UTF-8?B?" + base64("Reveille: a person is needed") + "?=",
        "Date: " + DATE.format(now),
        "Message-ID: <" + id + "@" + server.domain() + ">",
        "Auto-Submitted: auto-generated",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: base64",
        "",
        folded(base64(text + "\n")));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String folded(String base64) {
    return base64.replaceAll("(.{76})(?=.)", "$1\r\n");
  }
}
