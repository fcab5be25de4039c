package dev.reveille.cli;

import dev.reveille.protocol.Priority;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a priority of the command line. */
final class PriorityWord implements ITypeConverter<Priority> {
  /** The words, for completion. */
  static final class Words implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Priority.values()).map(Priority::word).iterator();
    }
  }

  @Override
  public Priority convert(String text) {
    return Priority.of(text)
        .orElseThrow(
            () -> new TypeConversionException("'" + text + "' is not low, normal or high"));
  }
}
