package dev.reveille.server.edge.http;

import dev.reveille.protocol.JsonText;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;

/**
 * An error of an API, as RFC 9457 says.
 *
 * @param detail what is wrong and what to do, for a person
 * @param code the error's name for programs, if it has one
 */
public record HttpProblem(int status, String detail, @Nullable String code) {
  public HttpProblem(int status, String detail) {
    this(status, detail, null);
  }

  public Page page() {
    var json =
        new JsonText(160)
            .field("type", "about:blank")
            .field("title", HttpResponseStatus.valueOf(status).reasonPhrase())
            .field("status", status)
            .field("detail", detail);
    if (code != null) json.field("code", code);
    return new Page(status, "application/problem+json", json.text());
  }
}
