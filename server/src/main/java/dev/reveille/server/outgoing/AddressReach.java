package dev.reveille.server.outgoing;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;

/**
 * The network that an address leads to. It is decided on the bytes of the address, so no spelling
 * of it matters.
 *
 * <p>The ranges are those of the IANA registries of special-purpose addresses. An IPv6 address is
 * public only inside 2000::/3, the range that is given out, and outside its special parts.
 */
enum AddressReach {
  /** A server on the Internet. */
  PUBLIC,
  /** This machine, its network, or a range that is no single public server. */
  PRIVATE,
  /** No server: unspecified, multicast or reserved. */
  NEVER;

  private static final class Range {
    private final byte[] start;
    private final int bits;

    private Range(byte[] start, int bits) {
      this.start = start;
      this.bits = bits;
    }

    static Range of(String text) {
      int slash = text.indexOf('/');
      var start = InetAddress.ofLiteral(text.substring(0, slash)).getAddress();
      return new Range(start, Integer.parseInt(text.substring(slash + 1)));
    }

    boolean has(byte[] address) {
      if (address.length != start.length) return false;
      int whole = bits / 8;
      if (!Arrays.equals(address, 0, whole, start, 0, whole)) return false;
      int rest = bits % 8;
      return rest == 0 || ((address[whole] ^ start[whole]) & 0xff) >> (8 - rest) == 0;
    }
  }

  private static final List<Range> NEVER_V4 = ranges("0.0.0.0/8", "224.0.0.0/4", "240.0.0.0/4");
  private static final List<Range> PRIVATE_V4 =
      ranges(
          "10.0.0.0/8",
          "100.64.0.0/10",
          "127.0.0.0/8",
          "169.254.0.0/16",
          "172.16.0.0/12",
          "192.0.0.0/24",
          "192.0.2.0/24",
          "192.31.196.0/24",
          "192.52.193.0/24",
          "192.88.99.0/24",
          "192.168.0.0/16",
          "192.175.48.0/24",
          "198.18.0.0/15",
          "198.51.100.0/24",
          "203.0.113.0/24");
  private static final List<Range> NEVER_V6 = ranges("::/128", "ff00::/8");

  /** Prefixes before an IPv4 address, which is then what counts: mapped, and NAT64. */
  private static final List<byte[]> BEFORE_V4 =
      List.of(prefix(0, 0, 0, 0, 0, 0xffff), prefix(0x64, 0xff9b, 0, 0, 0, 0));

  private static final Range GIVEN_OUT_V6 = Range.of("2000::/3");

  /** Parts of 2000::/3: protocol assignments with Teredo, examples, 6to4. */
  private static final List<Range> PRIVATE_V6 =
      ranges("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20");

  static AddressReach of(InetAddress address) {
    return of(address.getAddress());
  }

  static AddressReach of(byte[] address) {
    if (address.length == 4) {
      if (any(NEVER_V4, address)) return NEVER;
      return any(PRIVATE_V4, address) ? PRIVATE : PUBLIC;
    }
    for (var prefix : BEFORE_V4) {
      if (Arrays.equals(address, 0, prefix.length, prefix, 0, prefix.length)) {
        return of(Arrays.copyOfRange(address, prefix.length, address.length));
      }
    }
    if (any(NEVER_V6, address)) return NEVER;
    return GIVEN_OUT_V6.has(address) && !any(PRIVATE_V6, address) ? PUBLIC : PRIVATE;
  }

  private static boolean any(List<Range> ranges, byte[] address) {
    for (var range : ranges) {
      if (range.has(address)) return true;
    }
    return false;
  }

  private static List<Range> ranges(String... texts) {
    return Arrays.stream(texts).map(Range::of).toList();
  }

  private static byte[] prefix(int... groups) {
    var bytes = new byte[groups.length * 2];
    for (int i = 0; i < groups.length; i++) {
      bytes[2 * i] = (byte) (groups[i] >> 8);
      bytes[2 * i + 1] = (byte) groups[i];
    }
    return bytes;
  }
}
