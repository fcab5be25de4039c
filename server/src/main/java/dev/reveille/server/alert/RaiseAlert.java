package dev.reveille.server.alert;

import dev.reveille.server.kernel.Command;

/**
 * Says something to a person, once. A repeat with the same key is ignored.
 *
 * @param key what it is about and since when: letters, digits and {@code @ - _ . : #}
 * @param text one line, without text of agents
 */
public record RaiseAlert(String key, String text) implements Command {
  private static final int MOST = 400;

  public RaiseAlert {
    key = limited(key.replaceAll("[^A-Za-z0-9@_.:#-]", "-"), 100);
    // A line break would end a header of an e-mail, or make two lines of a log.
    text = limited(text.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}]", " ").strip(), MOST);
  }

  private static String limited(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most);
  }
}
