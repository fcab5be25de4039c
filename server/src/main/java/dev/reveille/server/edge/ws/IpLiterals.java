package dev.reveille.server.edge.ws;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;

/** IP addresses written as text. */
final class IpLiterals {
  private IpLiterals() {}

  /**
   * Returns the address in its one canonical form; a text that is no address is returned unchanged.
   */
  static String canonical(String address) {
    int zone = address.indexOf('%');
    var bare = zone < 0 ? address : address.substring(0, zone);
    if (bare.startsWith("[") && bare.endsWith("]")) bare = bare.substring(1, bare.length() - 1);
    var bytes = NetUtil.createByteArrayFromIpAddressString(bare);
    return bytes == null ? bare : NetUtil.bytesToIpAddress(bytes);
  }

  /** True if a canonical address is that of the same machine. */
  static boolean isLoopback(String address) {
    var bytes = NetUtil.createByteArrayFromIpAddressString(address);
    if (bytes == null) return false;
    try {
      return InetAddress.getByAddress(bytes).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** True if a server could listen on this address. */
  static boolean isOnThisMachine(String address) {
    try {
      return NetworkInterface.getByInetAddress(InetAddress.getByName(address)) != null;
    } catch (IOException e) {
      return false;
    }
  }
}
