package dev.reveille.client.file;

import dev.reveille.client.file.FileOffer.OfferedFile;
import dev.reveille.client.file.TransferException.Reason;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The folder that received files go into.
 *
 * @param overwrite whether a file of the same name may go; otherwise the new one gets a number
 */
public record Shelf(Path folder, boolean overwrite) {
  private static final int MAX_NUMBER = 1000;

  /** Gives the finished files their names; returns where they are. */
  List<Path> put(FileOffer offer, List<Path> finished) throws IOException {
    var places = new ArrayList<Path>();
    boolean done = false;
    try {
      for (int i = 0; i < finished.size(); i++) {
        var place = overwrite ? sameName(offer.files().get(i)) : free(offer.files().get(i));
        places.add(place);
        // In one step: whoever looks sees the old file or the whole new one.
        Files.move(finished.get(i), place, StandardCopyOption.ATOMIC_MOVE);
      }
      done = true;
      Unfinished.keep(places);
      return places;
    } finally {
      // What was there before stays, if it may be replaced: only new names are taken back.
      if (!done && !overwrite) Unfinished.remove(places);
    }
  }

  private Path sameName(OfferedFile file) {
    var place = folder.resolve(FileNames.onDisk(file.name()));
    if (Files.isDirectory(place)) {
      throw new TransferException(Reason.LOCAL, "'" + place + "' is a folder.");
    }
    return place;
  }

  /** Takes the first free name by making the file, so that nobody else can take it too. */
  private Path free(OfferedFile file) throws IOException {
    var name = FileNames.onDisk(file.name());
    for (int n = 0; n < MAX_NUMBER; n++) {
      try {
        return Unfinished.named(folder.resolve(FileNames.numbered(name, n)));
      } catch (FileAlreadyExistsException e) {
        // the next number
      }
    }
    throw new TransferException(
        Reason.LOCAL, "There are " + MAX_NUMBER + " files '" + name + "' in " + folder + ".");
  }
}
