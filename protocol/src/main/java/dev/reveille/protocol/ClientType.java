package dev.reveille.protocol;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A type of message that clients send: how it is read and written.
 *
 * @param name the type on the wire
 * @param scope the scope that a token needs for it; null if every session may send it
 * @param message the record that holds it
 * @param reader makes the record from checked fields
 * @param writer writes the fields after {@code type}
 */
public record ClientType<M extends ClientMessage>(
    String name,
    @Nullable Scope scope,
    Class<M> message,
    Reader<M> reader,
    BiConsumer<M, JsonText> writer) {

  /** Makes a message from the fields of its JSON. */
  @FunctionalInterface
  public interface Reader<M> {
    M read(Fields fields) throws InvalidMessage;
  }

  /** Returns a type whose messages have no fields. */
  static <M extends ClientMessage> ClientType<M> empty(
      String name, @Nullable Scope scope, M message) {
    @SuppressWarnings("unchecked")
    var type = (Class<M>) message.getClass();
    return new ClientType<>(name, scope, type, _ -> message, (_, _) -> {});
  }

  void write(ClientMessage of, JsonText json) {
    writer.accept(message.cast(of), json);
  }
}
