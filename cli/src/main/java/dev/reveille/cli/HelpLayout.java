package dev.reveille.cli;

import java.util.Arrays;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.IHelpFactory;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Lays out help for the width of the terminal and never breaks a line inside an address.
 *
 * <p>Picocli breaks a line after any character that is not a letter. So the punctuation of an
 * address is replaced by letters before lines are broken, and put back before they are printed.
 */
final class HelpLayout implements IHelpFactory {
  private static final int USUAL = 80;

  /** Picocli accepts no less. */
  private static final int NARROWEST = 55;

  private static final int WIDEST = 200;
  private static final Pattern ADDRESS = Pattern.compile("[a-z]+://\\S+");

  /** ASCII punctuation becomes letters of this block, which no help text uses. */
  private static final char LETTERS = '\u0100';

  private static final char LAST = '\u017f';

  private HelpLayout() {}

  /**
   * Lays out the help of a command and of all its subcommands. Call it when their texts are final.
   */
  static void apply(CommandLine root, Map<String, String> env) {
    root.setUsageHelpAutoWidth(false);
    root.setUsageHelpWidth(width(env));
    root.setHelpFactory(new HelpLayout());
    layOut(root);
  }

  private static void layOut(CommandLine command) {
    var usage = command.getCommandSpec().usageMessage();
    usage.description(whole(usage.description()));
    usage.footer(whole(usage.footer()));
    var sections = command.getHelpSectionMap();
    sections.replaceAll((_, section) -> help -> restored(section.render(help)));
    command.setHelpSectionMap(sections);
    command.getSubcommands().values().forEach(HelpLayout::layOut);
  }

  static int width(Map<String, String> env) {
    var told = env.getOrDefault("COLUMNS", "");
    if (!told.matches("[0-9]{1,6}")) return USUAL;
    return Math.clamp(Integer.parseInt(told), NARROWEST, WIDEST);
  }

  private static String[] whole(String[] lines) {
    return Arrays.stream(lines).map(HelpLayout::whole).toArray(String[]::new);
  }

  private static String whole(String text) {
    return ADDRESS.matcher(text).replaceAll(match -> letters(match.group()));
  }

  private static String letters(String address) {
    return each(
        address, c -> c < 0x7f && !Character.isLetterOrDigit(c) && c != '%' ? LETTERS + c : c);
  }

  private static String restored(String text) {
    return each(text, c -> c >= LETTERS && c <= LAST ? c - LETTERS : c);
  }

  private static String each(String text, IntUnaryOperator change) {
    return text.chars()
        .map(change)
        .collect(StringBuilder::new, (out, c) -> out.append((char) c), StringBuilder::append)
        .toString();
  }

  @Override
  public Help create(CommandSpec command, ColorScheme scheme) {
    return new Help(command, scheme) {
      @Override
      public IOptionRenderer createDefaultOptionRenderer() {
        var usual = super.createDefaultOptionRenderer();
        return (option, label, colours) -> whole(usual.render(option, label, colours), colours);
      }

      @Override
      public IParameterRenderer createDefaultParameterRenderer() {
        var usual = super.createDefaultParameterRenderer();
        return (parameter, label, colours) ->
            whole(usual.render(parameter, label, colours), colours);
      }
    };
  }

  private static Text[][] whole(Text[][] rows, ColorScheme colours) {
    for (var row : rows) {
      for (int i = 0; i < row.length; i++) {
        var plain = row[i].plainString();
        if (ADDRESS.matcher(plain).find()) row[i] = colours.ansi().text(whole(plain));
      }
    }
    return rows;
  }
}
