package dev.reveille.cli;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = "List the identities of this machine, without their private keys.",
    footer = {"%nExamples:", "  reveille identity list", "  reveille identity list --json"})
final class IdentityListing implements Callable<Integer> {
  private static final String SUFFIX = ".json";

  private final Terminal terminal;

  @Option(names = "--json", description = "One JSON object per line.")
  boolean json;

  IdentityListing(Terminal terminal) {
    this.terminal = terminal;
  }

  /**
   * One identity.
   *
   * @param file empty if it cannot be read
   */
  private record Row(String identity, Path path, Optional<IdentityFile> file) {
    List<String> cells() {
      return file.map(f -> List.of(identity, "@" + f.identity().agentId(), f.name(), f.created()))
          .orElseGet(() -> List.of(identity, "", "", "cannot be read: " + path));
    }

    String json() {
      var text = new JsonText().field("identity", identity);
      file.ifPresent(
          f ->
              text.field("agent_id", f.identity().agentId())
                  .field("name", f.name())
                  .field("created", f.created()));
      return text.field("path", path.toString()).field("readable", file.isPresent()).text();
    }
  }

  @Override
  public Integer call() {
    var folder = ConfigFolder.identities(terminal.env());
    var rows = names(folder).stream().map(name -> row(folder, name)).toList();
    if (json) {
      rows.forEach(row -> terminal.out().println(row.json()));
    } else if (rows.isEmpty()) {
      terminal
          .err()
          .println(terminal.dim("There are none yet. Make one with: reveille identity new ada"));
    } else {
      new Printer(terminal)
          .table(
              List.of("IDENTITY", "AGENT", "NAME", "CREATED"),
              rows.stream().map(Row::cells).toList());
    }
    boolean allReadable = rows.stream().allMatch(row -> row.file().isPresent());
    return allReadable ? Exit.OK.code() : Exit.FAILED.code();
  }

  private static Row row(Path folder, String name) {
    var path = IdentityFile.path(folder, name);
    try {
      return new Row(name, path, Optional.of(IdentityFile.load(folder, name)));
    } catch (Problem e) {
      return new Row(name, path, Optional.empty());
    }
  }

  private static List<String> names(Path folder) {
    var names = new ArrayList<String>();
    try (var files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (var file : files) {
        var name = file.getFileName().toString().replace(SUFFIX, "");
        if (Names.isName(name)) names.add(name);
      }
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Cannot read the folder " + folder + ".", e);
    }
    names.sort(null);
    return names;
  }
}
