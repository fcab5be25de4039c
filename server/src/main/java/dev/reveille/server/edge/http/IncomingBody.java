package dev.reveille.server.edge.http;

import dev.reveille.server.kernel.Clock;
import dev.reveille.server.store.PageBudget;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of one request from its socket, one piece for each call. Between the calls the
 * socket is not read, so the client has to wait.
 *
 * <p>A client that asked if it may send its body is told so with the first call. The time that the
 * reader waits for the client is limited: a grace, and more for each byte that came.
 */
final class IncomingBody implements RequestBody, AutoCloseable {
  /** The least bytes per second that a client must send, after the grace. */
  private static final long LEAST_PACE = 4 << 10;

  /** The most bytes of a text that is read without asking for memory. */
  private static final long SMALL = 64 << 10;

  /** The data from the socket. */
  private sealed interface Arrival {
    record Piece(Buffer buffer) implements Arrival {}

    record End() implements Arrival {}

    record Broken() implements Arrival {}
  }

  private final Context loop;
  private final HttpServerRequest request;
  private final long most;
  private final Reading reading;
  private final LinkedBlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
  private PageBudget.@Nullable Permit memory;
  private boolean begun;
  private boolean ended;
  private long received;
  private long waitedNanos;
  private @Nullable String text;

  /**
   * The limits of all bodies.
   *
   * @param grace how long a reader waits for the client, besides what its bytes allow
   * @param budget the memory for long texts
   */
  record Reading(Clock clock, Duration grace, PageBudget budget) {}

  /** Stops the body on its event loop; nothing has been read yet. */
  IncomingBody(Context loop, HttpServerRequest request, long most, Reading reading) {
    this.loop = loop;
    this.request = request;
    this.most = most;
    this.reading = reading;
    request.pause();
    request.exceptionHandler(_ -> arrivals.add(new Arrival.Broken()));
    request.handler(piece -> arrivals.add(new Arrival.Piece(piece)));
    request.endHandler(_ -> arrivals.add(new Arrival.End()));
  }

  @Override
  public Optional<byte[]> next() {
    if (ended) return Optional.empty();
    loop.runOnContext(_ -> ask());
    return switch (await()) {
      case Arrival.Piece(var buffer) -> {
        received += buffer.length();
        if (received > most) throw tooLong(most);
        yield Optional.of(buffer.getBytes());
      }
      case Arrival.End() -> {
        ended = true;
        yield Optional.empty();
      }
      case Arrival.Broken() -> throw new BodyRefused(400, "The body did not come to its end");
    };
  }

  static BodyRefused tooLong(long most) {
    return new BodyRefused(413, "Content Too Large: the body may have at most " + most + " bytes");
  }

  private void ask() {
    if (!begun && "100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
      var _ = request.response().writeContinue();
    }
    begun = true;
    request.fetch(1);
  }

  private Arrival await() {
    long from = reading.clock().nanos();
    long allowed = reading.grace().toNanos() + received * TimeUnit.SECONDS.toNanos(1) / LEAST_PACE;
    try {
      var arrival = arrivals.poll(allowed - waitedNanos, TimeUnit.NANOSECONDS);
      waitedNanos += reading.clock().nanos() - from;
      if (arrival == null) throw new BodyRefused(408, "The body came too slowly");
      return arrival;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BodyRefused(503, "The server is stopping");
    }
  }

  @Override
  public String text() {
    if (text != null) return text;
    takeMemory();
    var all = new ByteArrayOutputStream();
    for (var piece = next(); piece.isPresent(); piece = next()) all.writeBytes(piece.get());
    try {
      var read = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(all.toByteArray()));
      text = read.toString();
      return text;
    } catch (CharacterCodingException e) {
      throw new BodyRefused(400, "The body is not UTF-8");
    }
  }

  private void takeMemory() {
    if (most <= SMALL || length(request).filter(length -> length <= SMALL).isPresent()) return;
    try {
      memory = reading.budget().take(reading.grace()).orElse(null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (memory == null) throw new BodyRefused(503, "The server is busy; try again");
    // The bytes as they came, joined, and as text.
    memory.made(4 * most);
  }

  /** Returns the length that the request announces; empty if it does not. */
  static Optional<Long> length(HttpServerRequest request) {
    try {
      return Optional.ofNullable(request.getHeader("Content-Length")).map(Long::parseLong);
    } catch (NumberFormatException e) {
      return Optional.of(Long.MAX_VALUE);
    }
  }

  /** Gives the memory of the text back. */
  @Override
  public void close() {
    if (memory != null) memory.close();
  }
}
