package dev.reveille.server.edge.ws;

import dev.reveille.server.session.Door;
import io.netty.channel.Channel;
import io.netty.channel.WriteBufferWaterMark;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides which clients may upgrade and makes them connections; other requests go to the pages. */
final class UpgradeHandler implements Handler<HttpServerRequest> {
  private static final Logger log = LoggerFactory.getLogger(UpgradeHandler.class);

  private static final int MAX_USER_AGENT = 256;

  private final Function<Door.Visitor, TextReceiver> door;
  private final Handler<HttpServerRequest> pages;
  private final Connections connections;
  private final Loops loops;
  private final Counters counters;
  private final Origins origins;
  private final ClientAddresses addresses;
  private final WriteBufferWaterMark waterMark;
  private volatile boolean shut;

  UpgradeHandler(
      Function<Door.Visitor, TextReceiver> door,
      Handler<HttpServerRequest> pages,
      Connections connections,
      Loops loops,
      Counters counters,
      Origins origins,
      ClientAddresses addresses,
      WsOptions options) {
    this.door = door;
    this.pages = pages;
    this.connections = connections;
    this.loops = loops;
    this.counters = counters;
    this.origins = origins;
    this.addresses = addresses;
    int limit = options.pace().outboundLimit();
    this.waterMark = new WriteBufferWaterMark(Math.max(1, limit / 8), Math.max(1, limit / 4));
  }

  /** Refuses every upgrade from now on. */
  void shut() {
    shut = true;
  }

  @Override
  public void handle(HttpServerRequest request) {
    var channel = Takeover.channel(request.connection());
    var loop = loops.of(channel.eventLoop());
    loop.guests().seen(channel, loop.now());
    ProxyTunnels.note(channel, request);
    if (TokensInUrls.isIn(request.uri())) {
      refuse(request, 400, TokensInUrls.REFUSAL);
    } else if (!Handshake.isAskedFor(request)) {
      pages.handle(request);
    } else if (!Handshake.isOurVersion(request)) {
      request.response().putHeader("Sec-WebSocket-Version", "13");
      refuse(request, 426, "Upgrade Required");
    } else if (!Handshake.isValid(request)) {
      refuse(request, 400, "Bad Request");
    } else if (!origins.admits(request.getHeader("Origin"), request.getHeader("Host"))) {
      refuse(request, 403, "Forbidden");
    } else if (shut || !channel.isActive()) {
      refuse(request, 503, "Service Unavailable");
    } else {
      loop.guests().forget(channel);
      welcome(request, channel, loop);
    }
  }

  private void refuse(HttpServerRequest request, int status, String text) {
    counters.refused.increment();
    var response =
        request
            .response()
            .setStatusCode(status)
            .putHeader("Content-Type", "text/plain; charset=utf-8");
    if (request.version() == HttpVersion.HTTP_2) {
      response.end(text);
      return;
    }
    response
        .putHeader("Connection", "close")
        .end(text)
        .onComplete(sent -> request.connection().close());
  }

  @SuppressWarnings("FutureReturnValueIgnored") // A failed write is reported to the connection.
  private void welcome(HttpServerRequest request, Channel channel, Loop loop) {
    var address = addresses.of(request);
    var userAgent = userAgent(request);
    boolean confidential = addresses.isConfidential(request);
    boolean counted = addresses.enter(address);
    var connection = new Connection(loop, connections.newSession(), channel);
    var handler = new FrameHandler(connection, () -> leave(connection, address, counted));
    var answer = Handshake.answer(request);
    channel.config().setWriteBufferWaterMark(waterMark);
    loop.add(connection);
    counters.open.increment();
    Takeover.replaceHandlers(
        channel,
        handler,
        () -> {
          channel.writeAndFlush(channel.alloc().directBuffer(answer.length).writeBytes(answer));
          if (counted) {
            open(
                new Door.Visitor(connection.session(), address, userAgent, confidential),
                connection);
          } else {
            counters.refused.increment();
            connection.end(CloseCode.POLICY, "Too many connections from this address");
          }
        });
    channel.config().setAutoRead(true);
  }

  private static @Nullable String userAgent(HttpServerRequest request) {
    var name = request.getHeader("User-Agent");
    return name == null || name.length() <= MAX_USER_AGENT
        ? name
        : name.substring(0, MAX_USER_AGENT);
  }

  private void open(Door.Visitor visitor, Connection connection) {
    counters.accepted.increment();
    connections.add(connection);
    try {
      connection.inbound(door.apply(visitor));
    } catch (RuntimeException e) {
      log.error("Session {} could not be opened", connection.session(), e);
      connection.end(CloseCode.SERVER_ERROR, "Internal error");
    }
  }

  private void leave(Connection connection, String address, boolean counted) {
    connections.remove(connection);
    connection.loop().remove(connection);
    counters.open.decrement();
    if (counted) addresses.leave(address);
    connection.gone();
  }
}
