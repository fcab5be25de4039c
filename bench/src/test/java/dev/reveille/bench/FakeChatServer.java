package dev.reveille.bench;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.Markers;
import dev.reveille.protocol.PublicKey;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Just enough of the chat protocol, on one event loop and without a store, to show that the
 * generator speaks it, and to misbehave on demand.
 */
final class FakeChatServer implements AutoCloseable {
  private final EventLoopGroup group = Transport.loops(1);
  private final Channel channel;

  /** Owned, like everything below, by the one event loop. */
  private final Map<String, Set<Session>> channels = new HashMap<>();

  private final Map<String, Session> agents = new HashMap<>();
  private final Map<String, Long> lastSeqs = new HashMap<>();
  private final @Nullable Path memory;
  private final int loseEvery;
  private int deliveries;
  private int ids;

  /**
   * Serves at once.
   *
   * @param loseEvery every so many deliveries one is forgotten; 0 = none
   */
  FakeChatServer(int loseEvery) {
    this(loseEvery, 0, null);
  }

  private FakeChatServer(int loseEvery, int port, @Nullable Path memory) {
    this.loseEvery = loseEvery;
    this.memory = memory;
    recall();
    channel =
        new ServerBootstrap()
            .group(group)
            .channel(Transport.server())
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel socket) {
                    socket
                        .pipeline()
                        .addLast(new HttpServerCodec())
                        .addLast(new HttpObjectAggregator(8192))
                        .addLast(new WebSocketServerProtocolHandler("/"))
                        .addLast(new Health())
                        .addLast(new Session());
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .syncUninterruptibly()
            .channel();
  }

  /** As the packaged server is started: {@code up --port N --data-dir DIR}. */
  public static void main(String[] args) throws Exception {
    var words = List.of(args);
    if (words.contains("mcp")) System.out.println("{\"result\":{\"serverInfo\":{}}}");
    if (!words.contains("up")) return; // a command of the user, which succeeds
    int port = Integer.parseInt(words.get(words.indexOf("--port") + 1));
    var folder = Path.of(words.get(words.indexOf("--data-dir") + 1));
    boolean forgetful = words.contains("--forgetful");
    Files.createDirectories(folder);
    try (var server = new FakeChatServer(0, port, forgetful ? null : folder.resolve("said.txt"))) {
      server.channel.closeFuture().sync();
    }
  }

  private void recall() {
    if (memory == null || !Files.exists(memory)) return;
    try (var lines = Files.lines(memory)) {
      lines.forEach(name -> lastSeqs.merge(name, 1L, Long::sum));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lastSeqs.keySet().forEach(name -> channels.put(name, new LinkedHashSet<>()));
  }

  private void remember(String name) {
    lastSeqs.merge(name, 1L, Long::sum);
    if (memory == null) return;
    try {
      Files.writeString(memory, name + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Health extends SimpleChannelInboundHandler<FullHttpRequest> {
    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
      var ok = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
      var _ = ctx.writeAndFlush(ok).addListener(ChannelFutureListener.CLOSE);
    }
  }

  Target target() {
    return new Target((InetSocketAddress) channel.localAddress(), ProcessMeter.self(), false);
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(10, TimeUnit.SECONDS);
  }

  private final class Session extends SimpleChannelInboundHandler<TextWebSocketFrame> {
    private @Nullable ChannelHandlerContext socket;
    private @Nullable PublicKey key;
    private String name = "";
    private String id = "";

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
      socket = ctx;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, TextWebSocketFrame frame) {
      var read = ClientMessages.read(frame.text());
      if (!(read instanceof ClientMessages.Read.Valid(var message))) {
        refuse("" + read);
        return;
      }
      switch (message) {
        case ClientMessage.Identify asked -> identify(asked.name(), asked.pubkey());
        case ClientMessage.VerifyIdentity(var challenge, var signature, var timestamp) -> {
          var text = AuthText.challenge("nonce", challenge, timestamp);
          if (key != null && key.verifies(text, signature)) welcome(key.agentId());
          else refuse("Invalid signature");
        }
        case ClientMessage.CreateChannel create -> {
          channels.put(create.channel(), new LinkedHashSet<>(Set.of(this)));
          send(new ServerMessage.Created(create.channel(), id));
        }
        case ClientMessage.Join join -> join(join.channel());
        case ClientMessage.Msg msg -> {
          var markers = Markers.find(msg.content()).markers();
          if (markers.isEmpty()) relay(msg);
          else markers.forEach(marker -> remind(ctx, marker));
        }
        case ClientMessage.Ping _ -> send(new ServerMessage.Pong());
        default -> refuse("not in this fake");
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      channels.values().forEach(members -> members.remove(this));
      agents.remove(id);
    }

    private void identify(String asked, @Nullable String pem) {
      name = asked;
      if (pem == null) {
        welcome("e" + ids++);
      } else {
        key = PublicKey.parse(pem).orElseThrow();
        send(new ServerMessage.Challenge("chal_1_" + ids++, "nonce", 1));
      }
    }

    private void welcome(String agent) {
      id = "@" + agent;
      agents.put(id, this);
      send(new ServerMessage.Welcome(id, name, "fake", null, null, null, null));
    }

    private void join(String channel) {
      var members = channels.get(channel);
      if (members == null) {
        refuse("no channel " + channel);
        return;
      }
      members.add(this);
      var list = new ArrayList<ServerMessage.Member>();
      for (var m : members) list.add(new ServerMessage.Member(m.id, m.name, false));
      long last = lastSeqs.getOrDefault(channel, 0L);
      send(new ServerMessage.Joined(channel, list, Math.min(1, last), last));
      // A notice, as the real server says it: it must not be counted.
      send(
          new ServerMessage.Msg(
              1, "@server", "Server", channel, name + " joined", 1, null, null, ""));
    }

    private void remind(ChannelHandlerContext ctx, Marker marker) {
      if (!(marker instanceof Marker.Callback(var delay, _, var payload))) return;
      var extras = new JsonText(64).field("cb_id", "cb_" + System.currentTimeMillis() + "_1");
      var fired =
          new ServerMessage.Msg(
              1, "@server", "server", id, "@@cb-fire@@" + payload, 0, null, null, extras.fields());
      // One more, as the wall clock may be in the middle of a millisecond.
      var _ =
          ctx.executor().schedule(() -> send(fired), delay.toMillis() + 1, TimeUnit.MILLISECONDS);
    }

    private void relay(ClientMessage.Msg msg) {
      remember(msg.to());
      var relayed =
          new ServerMessage.Msg(1, id, name, msg.to(), msg.content(), 1, "m-1", false, "");
      var agent = agents.get(msg.to());
      var receivers =
          agent == null
              ? channels.getOrDefault(msg.to(), new LinkedHashSet<>())
              : List.of(agent, this);
      for (var receiver : receivers) {
        if (loseEvery == 0 || ++deliveries % loseEvery != 0) receiver.send(relayed);
      }
    }

    private void refuse(String why) {
      send(new ServerMessage.Failure(ErrorCode.INVALID_MSG, why));
    }

    private void send(ServerMessage message) {
      if (socket == null) return;
      var bytes = ServerMessages.write(message, 1);
      var _ = socket.writeAndFlush(new TextWebSocketFrame(Unpooled.wrappedBuffer(bytes)));
    }
  }
}
