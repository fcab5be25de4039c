package dev.reveille.server.outgoing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressReachTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "::1",
        "::7f00:1",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "fc00::1",
        "fdff::1",
        "2002:7f00:1::1",
        "2002:808:808::1",
        "2001:0:7f00:1::1",
        "2001:db8::1",
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
        "64:ff9b:1::808:808",
        "100::1",
        "4000::1"
      })
  void what_is_no_public_server_is_private(String address) {
    assertThat(AddressReach.of(InetAddress.ofLiteral(address))).isEqualTo(AddressReach.PRIVATE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "ff02::1",
        "64:ff9b::e000:1",
        "64:ff9b::"
      })
  void what_is_no_server_is_never_reached(String address) {
    assertThat(AddressReach.of(InetAddress.ofLiteral(address))).isEqualTo(AddressReach.NEVER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "172.15.255.255",
        "172.32.0.0",
        "192.167.255.255",
        "223.255.255.255",
        "2606:4700:4700::1111",
        "2a00:1450::1",
        "64:ff9b::808:808"
      })
  void the_addresses_beside_the_special_ones_are_public(String address) {
    assertThat(AddressReach.of(InetAddress.ofLiteral(address))).isEqualTo(AddressReach.PUBLIC);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00000000000000000000ffff7f000001",
        "00000000000000000000ffff0a000001",
        "00000000000000000000ffffa9fea9fe"
      })
  void an_ipv4_address_inside_an_ipv6_address_is_what_counts(String bytes) {
    assertThat(AddressReach.of(HexFormat.of().parseHex(bytes))).isEqualTo(AddressReach.PRIVATE);
  }
}
