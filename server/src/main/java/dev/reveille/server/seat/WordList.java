package dev.reveille.server.seat;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.util.ArrayList;
import java.util.List;

/** Writes a list of words as a column, and reads it. */
final class WordList {
  private WordList() {}

  static String text(List<String> words) {
    if (words.isEmpty()) return "[]";
    var text = new JsonText(64).field("l", words).text();
    return text.substring(text.indexOf('['), text.length() - 1);
  }

  static List<String> read(String list) {
    if (list.equals("[]")) return List.of();
    var words = new ArrayList<String>();
    Json.read(list).ifPresent(json -> json.forEach(word -> words.add(word.asString(""))));
    return words;
  }
}
