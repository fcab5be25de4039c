package dev.reveille.server.edge.ws;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;

/** IP addresses written as text. */
final class IpLiterals {
  private IpLiterals() {}

  /** One way of writing each address; what is not an address stays as it is. */
  static String canonical(String address) {
    int zone = address.indexOf('%');
    var bare = zone < 0 ? address : address.substring(0, zone);
    if (bare.startsWith("[") && bare.endsWith("]")) {
      bare = bare.substring(1, bare.length() - 1);
    }
    var bytes = NetUtil.createByteArrayFromIpAddressString(bare);
    return bytes == null ? bare : NetUtil.bytesToIpAddress(bytes);
  }

  /** Whether one could listen there. */
  static boolean isOnThisMachine(String address) {
    try {
      return NetworkInterface.getByInetAddress(InetAddress.getByName(address)) != null;
    } catch (IOException e) {
      return false;
    }
  }
}
