package dev.reveille.server.edge.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A socket layer that counts, calls itself "here" and knows one web page, "http://here". */
class AnyCaller implements Callers {
  final AtomicInteger stayed = new AtomicInteger();
  final AtomicInteger over = new AtomicInteger();

  @Override
  public String address(HttpServerRequest request) {
    return "somewhere";
  }

  @Override
  public Runnable stays(HttpServerRequest request) {
    stayed.incrementAndGet();
    return over::incrementAndGet;
  }

  @Override
  public void end(HttpServerRequest request) {
    var unsafe = ((ConnectionBase) request.connection()).channel().unsafe();
    unsafe.close(unsafe.voidPromise());
  }

  @Override
  public boolean isTunnel(HttpServerRequest request) {
    return false;
  }

  @Override
  public boolean isConfidential(HttpServerRequest request) {
    return true;
  }

  @Override
  public boolean isOwnName(String host) {
    return host.equals("here");
  }

  @Override
  public boolean isAllowedOrigin(@Nullable String origin, @Nullable String host) {
    return origin == null || origin.equals("http://here");
  }
}
