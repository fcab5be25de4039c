package dev.reveille.server.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientKeysTest {
  private static ClientKeys.Place place(long seq) {
    return new ClientKeys.Place("#general", seq);
  }

  @Test
  void a_key_is_found_where_it_was_put_and_not_once_it_was_removed() {
    var keys = new ClientKeys(List.of());
    assertThat(keys.find("a")).isEmpty();
    keys.put("a", place(7));
    assertThat(keys.find("a")).contains(place(7));
    keys.remove("a");
    assertThat(keys.find("a")).isEmpty();
  }

  @Test
  void the_oldest_is_forgotten_when_there_are_too_many() {
    var keys = new ClientKeys(List.of());
    for (int i = 0; i <= ClientKeys.WINDOW; i++) keys.put("k" + i, place(i));
    assertThat(keys.find("k0")).isEmpty();
    assertThat(keys.find("k1")).contains(place(1));
    assertThat(keys.find("k" + ClientKeys.WINDOW)).contains(place(ClientKeys.WINDOW));
  }

  @Test
  void stored_keys_age_in_the_order_they_were_given() {
    var newestFirst = new ArrayList<Store.ClientKey>();
    for (int i = ClientKeys.WINDOW; i > 0; i--) {
      newestFirst.add(new Store.ClientKey("k" + i, "#general", i));
    }
    var keys = new ClientKeys(newestFirst);
    keys.put("new", place(9999));
    assertThat(keys.find("k1")).as("the oldest made room").isEmpty();
    assertThat(keys.find("k2")).contains(place(2));
  }
}
