package dev.reveille.server.alert;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.outgoing.BodySigning;
import dev.reveille.server.outgoing.OutgoingAnswer;
import dev.reveille.server.outgoing.OutgoingBody;
import dev.reveille.server.outgoing.OutgoingClient;
import dev.reveille.server.outgoing.OutgoingRequest;
import dev.reveille.server.outgoing.SigningSecret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Tells a person by a signed request to a URL that the operator named. */
public final class WebhookAlert implements AlertWay {
  private final OutgoingClient client;
  private final String url;
  private final SigningSecret secret;
  private final Clock clock;

  public WebhookAlert(OutgoingClient client, String url, SigningSecret secret, Clock clock) {
    this.client = client;
    this.url = url;
    this.secret = secret;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "webhook";
  }

  @Override
  public void tell(String key, String text) throws IOException {
    var body =
        new JsonText(256)
            .field("alert", key)
            .field("text", text)
            .field("at", clock.wallMillis())
            .text();
    // The ids of signed requests have no room for the signs of a key.
    var event = UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8)).toString();
    var answer =
        client.send(
            OutgoingRequest.post(url, "application/json", OutgoingBody.of(body))
                .signed(new BodySigning(secret, event, "alert")));
    switch (answer) {
      case OutgoingAnswer.Answered answered -> {
        if (!answered.isSuccess()) throw new IOException("it answered " + answered.status());
      }
      case OutgoingAnswer.Refused(var reason) -> throw new IOException(reason);
      case OutgoingAnswer.Failed failed -> throw new IOException(failed.reason());
    }
  }
}
