package dev.reveille.server.edge.mcp;

import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.Disposable;

/** One client between its initialize and its end: a session of the SDK, and who owns it. */
final class McpClient {
  /** The most resources that a client may follow. */
  private static final int MOST_FOLLOWED = 64;

  private final String tokenId;
  private final McpStreamableServerSession session;
  private final boolean channels;
  private final Set<String> followed = ConcurrentHashMap.newKeySet();
  private final ConcurrentHashMap<Object, Disposable> running = new ConcurrentHashMap<>();
  private volatile long lastUseNanos;

  McpClient(
      String tokenId, McpStreamableServerSession session, InitializeRequest said, long nowNanos) {
    this.tokenId = tokenId;
    this.session = session;
    var offered = said.capabilities().experimental();
    channels =
        said.clientInfo().name().equals("claude-code")
            || (offered != null && offered.containsKey(ClientNotices.CHANNEL));
    lastUseNanos = nowNanos;
  }

  String id() {
    return session.getId();
  }

  /** Returns the id of the token that the client showed when it began. */
  String tokenId() {
    return tokenId;
  }

  McpStreamableServerSession session() {
    return session;
  }

  /** True if the client takes messages as {@code notifications/claude/channel}. */
  boolean takesChannels() {
    return channels;
  }

  void follow(String uri) {
    if (followed.size() < MOST_FOLLOWED) followed.add(uri);
  }

  void unfollow(String uri) {
    followed.remove(uri);
  }

  boolean follows(String uri) {
    return followed.contains(uri);
  }

  boolean followsAny() {
    return !followed.isEmpty();
  }

  /** True if notifications can reach it now. */
  boolean listens() {
    return session.hasListeningStream();
  }

  void begin(Object request, Disposable work) {
    running.put(request, work);
  }

  void end(Object request) {
    running.remove(request);
  }

  /** Stops a request that the client gave up. It gets no answer. */
  void cancel(Object request) {
    var work = running.remove(request);
    if (work != null) work.dispose();
  }

  void used(long nanos) {
    lastUseNanos = nanos;
  }

  long lastUseNanos() {
    return lastUseNanos;
  }
}
