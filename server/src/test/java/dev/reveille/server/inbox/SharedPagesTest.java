package dev.reveille.server.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedPagesTest {
  private final List<String> read = new ArrayList<>();
  private List<StoredEntry> content = List.of();

  /** A store that notes what is read. */
  private final Store store =
      proxy(Store.class, (_, _) -> proxy(EntryReads.class, (_, arguments) -> note(arguments)));

  private interface Answer {
    Object to(String method, Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> answer.to(method.getName(), arguments)));
  }

  private Object note(Object[] arguments) {
    read.add(Arrays.toString(arguments));
    return content;
  }

  @Test
  void waits_that_one_message_ends_share_what_is_read_of_the_channel() {
    var pages = new SharedPages(store);
    for (int i = 0; i < 200; i++) pages.after("#general", 41);
    pages.after("#general", 42);
    pages.after("#room", 41);
    assertThat(read)
        .containsExactly("[#general, 41, 100]", "[#general, 42, 100]", "[#room, 41, 100]");
  }

  @Test
  void a_bounded_number_of_pages_is_kept_and_the_others_are_read() {
    var pages = new SharedPages(store);
    for (int i = 0; i < 20; i++) pages.after("#general", i);
    for (int i = 0; i < 20; i++) pages.after("#general", i);
    assertThat(read).hasSize(20 + 4);
  }

  @Test
  void a_page_of_long_texts_is_not_kept() {
    var text = "x".repeat(70_000);
    content =
        List.of(
            new StoredEntry(
                "#general", 42, 1, "m", "@bob", "bob", null, text, null, "", StoredEntry.MESSAGE));
    var pages = new SharedPages(store);
    pages.after("#general", 41);
    pages.after("#general", 41);
    assertThat(read).hasSize(2);
  }
}
