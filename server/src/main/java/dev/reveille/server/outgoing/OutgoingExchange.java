package dev.reveille.server.outgoing;

import dev.reveille.server.outgoing.OutgoingAnswer.Answered;
import dev.reveille.server.outgoing.OutgoingAnswer.Failed;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sends one request to one of several addresses of its target and reads the answer. */
final class OutgoingExchange {
  /** The most addresses of a host that are tried. */
  private static final int MOST_ADDRESSES = 4;

  private final Connector connector;
  private final OutgoingRequest request;
  private final Map<String, String> headers;
  private final List<InetAddress> addresses;
  private final Deadline deadline;

  OutgoingExchange(
      Connector connector,
      OutgoingRequest request,
      Map<String, String> headers,
      List<InetAddress> addresses,
      Deadline deadline) {
    this.connector = connector;
    this.request = request;
    this.headers = headers;
    this.addresses = addresses;
    this.deadline = deadline;
  }

  Answered run(OutgoingTarget target) throws FailedExchange, InterruptedException {
    var connection = connect(target);
    boolean done = false;
    try {
      // Reading is arranged before the request leaves. Later, on this thread, an answer that came
      // at
      // once would pass by before anybody reads it.
      var answer =
          connection.response().compose(response -> read(response, request.limits().answerBytes()));
      var _ = connection.send(Buffer.buffer(request.body().bytes()));
      var read = await(answer, deadline.nanos());
      done = true;
      return read;
    } catch (TimeoutException e) {
      throw failed(target, "did not answer in time", true);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof AnswerTooLarge
          ? failed(
              target, "answered with more than " + request.limits().answerBytes() + " bytes", true)
          : failed(target, "did not answer: " + words(e.getCause()), true);
    } finally {
      if (!done) {
        var _ = connection.reset();
      }
    }
  }

  /** Connects to the first address that accepts. Nothing was sent before, so no request repeats. */
  private HttpClientRequest connect(OutgoingTarget target)
      throws FailedExchange, InterruptedException {
    var last = failed(target, "was not reached in time", false);
    for (var address : addresses.subList(0, Math.min(MOST_ADDRESSES, addresses.size()))) {
      long nanos = deadline.nanos(request.limits().connect());
      if (nanos == 0) break;
      var opened =
          connector.connect(target, request.method(), headers, address, Duration.ofNanos(nanos));
      boolean taken = false;
      try {
        var connection = await(opened, nanos);
        // Without this the connection logs what the other server sent, if it is no HTTP. The
        // request fails all the same.
        connection.connection().exceptionHandler(_ -> {});
        taken = true;
        return connection;
      } catch (TimeoutException e) {
        last = failed(target, "was not reached in time", false);
      } catch (ExecutionException e) {
        last = failed(target, "was not reached: " + words(e.getCause()), false);
      } finally {
        if (!taken) {
          var _ = opened.onSuccess(HttpClientRequest::reset);
        }
      }
    }
    throw last;
  }

  private static Future<Answered> read(HttpClientResponse response, int most) {
    var promise = Promise.<Answered>promise();
    var body = Buffer.buffer();
    response.exceptionHandler(promise::tryFail);
    response.handler(
        piece -> {
          if (body.length() + (long) piece.length() > most) {
            promise.tryFail(new AnswerTooLarge());
            var _ = response.request().reset();
          } else if (!promise.future().isComplete()) {
            body.appendBuffer(piece);
          }
        });
    response.endHandler(
        _ ->
            promise.tryComplete(
                new Answered(
                    response.statusCode(), headers(response), OutgoingBody.of(body.getBytes()))));
    return promise.future();
  }

  private static Map<String, List<String>> headers(HttpClientResponse response) {
    var headers = new LinkedHashMap<String, List<String>>();
    response
        .headers()
        .forEach(
            (name, value) ->
                headers
                    .computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                    .add(value));
    headers.replaceAll((_, values) -> List.copyOf(values));
    return headers;
  }

  private static <T> T await(Future<T> future, long nanos)
      throws ExecutionException, TimeoutException, InterruptedException {
    return future.toCompletionStage().toCompletableFuture().get(nanos, TimeUnit.NANOSECONDS);
  }

  private static FailedExchange failed(OutgoingTarget target, String what, boolean sent) {
    return new FailedExchange(new Failed(target.origin() + " " + what, sent));
  }

  /** Returns why something failed, in one short line: the other server may choose the text. */
  private static String words(@Nullable Throwable cause) {
    var text =
        String.valueOf(cause == null ? "unknown" : cause.getMessage())
            .replaceAll("[^\\x20-\\x7e]", " ");
    return text.length() <= 200 ? text : text.substring(0, 200);
  }

  /** Ends the reading of an answer that is too large. */
  private static final class AnswerTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;

    AnswerTooLarge() {
      super("too large", null, false, false);
    }
  }
}
