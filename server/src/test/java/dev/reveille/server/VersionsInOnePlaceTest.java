package dev.reveille.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Holds that the root pom is the only one that names a version. */
class VersionsInOnePlaceTest {
  @Test
  void no_module_names_a_version_besides_its_parents() throws Exception {
    var parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    var root = Path.of("..").toRealPath();
    var modules = parser.parse(root.resolve("pom.xml").toFile()).getElementsByTagName("module");
    assertThat(modules.getLength()).isGreaterThan(3);

    var named = new ArrayList<String>();
    for (int i = 0; i < modules.getLength(); i++) {
      var pom = root.resolve(modules.item(i).getTextContent()).resolve("pom.xml");
      assertThat(Files.isRegularFile(pom)).as(pom.toString()).isTrue();
      var versions = parser.parse(pom.toFile()).getElementsByTagName("version");
      for (int j = 0; j < versions.getLength(); j++) {
        var owner = (Element) versions.item(j).getParentNode();
        if (owner.getTagName().equals("parent")) continue;
        named.add(root.relativize(pom) + ": " + versions.item(j).getTextContent());
      }
    }
    // A version may be passed on by a property of the root, for the plugins that cannot inherit it.
    named.removeIf(line -> line.matches(".*: \\$\\{(version\\.[a-z-]+|project\\.version)}"));
    assertThat(named).isEmpty();
  }
}
