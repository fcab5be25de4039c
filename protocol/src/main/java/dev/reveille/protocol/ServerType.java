package dev.reveille.protocol;

import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A type of message that the server sends: how it is written, how clients read it, and which
 * request it answers.
 *
 * @param name the type on the wire; two records may have the same one
 * @param message the record that holds it
 * @param reader makes the record from the JSON
 * @param writer writes the fields after {@code type} and {@code ts}
 * @param requests the requests that it answers
 * @param answers true if the message answers the request
 */
public record ServerType<M extends ServerMessage>(
    String name,
    Class<M> message,
    Reader<M> reader,
    BiConsumer<M, JsonText> writer,
    Set<Class<? extends ClientMessage>> requests,
    BiPredicate<ClientMessage, M> answers) {

  /** Makes a message from its JSON; null if the JSON belongs to another record. */
  @FunctionalInterface
  public interface Reader<M> {
    @Nullable M read(ServerFields fields);
  }

  /** Makes a type that answers no request. */
  public ServerType(
      String name, Class<M> message, Reader<M> reader, BiConsumer<M, JsonText> writer) {
    this(name, message, reader, writer, Set.of(), (_, _) -> false);
  }

  /** Returns the same type as the answer to every request of a class. */
  public <Q extends ClientMessage> ServerType<M> answering(Class<Q> request) {
    return answering(request, (_, _) -> true);
  }

  /** Returns the same type as the answer to matching requests of a class. */
  public <Q extends ClientMessage> ServerType<M> answering(
      Class<Q> request, BiPredicate<Q, M> fits) {
    return new ServerType<>(
        name,
        message,
        reader,
        writer,
        Set.of(request),
        (asked, answer) -> request.isInstance(asked) && fits.test(request.cast(asked), answer));
  }

  /** True if this message is of this type and answers the request. */
  public boolean isAnswer(ClientMessage request, ServerMessage received) {
    return message.isInstance(received) && answers.test(request, message.cast(received));
  }

  void write(ServerMessage of, JsonText json) {
    writer.accept(message.cast(of), json);
  }
}
