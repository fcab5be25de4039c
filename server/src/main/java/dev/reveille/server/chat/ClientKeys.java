package dev.reveille.server.chat;

import dev.reveille.server.store.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The newest client_msg_ids of one sender and the places of their messages, to recognise a repeat.
 */
final class ClientKeys {
  /** The number of messages with a client_msg_id that are remembered per sender. */
  static final int WINDOW = 2048;

  record Place(String stream, long seq) {}

  private static final class Window extends LinkedHashMap<String, Place> {
    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Place> eldest) {
      return size() > WINDOW;
    }
  }

  /** Created with the first client_msg_id: most agents send none. */
  private @Nullable Window places;

  /**
   * @param stored newest first
   */
  ClientKeys(List<Store.ClientKey> stored) {
    for (var key : stored.reversed()) put(key.clientMsgId(), new Place(key.stream(), key.seq()));
  }

  Optional<Place> find(String key) {
    return places == null ? Optional.empty() : Optional.ofNullable(places.get(key));
  }

  void put(String key, Place place) {
    if (places == null) places = new Window();
    places.put(key, place);
  }

  void remove(String key) {
    if (places != null) places.remove(key);
  }
}
