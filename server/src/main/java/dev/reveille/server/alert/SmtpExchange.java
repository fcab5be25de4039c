package dev.reveille.server.alert;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One exchange with a mail server (RFC 5321): it gives over one e-mail and ends.
 *
 * <p>With STARTTLS or TLS nothing is sent before the server's certificate was checked against its
 * name; there is no way back to plain text. A password is sent only over TLS. What a server says
 * before TLS begins is forgotten with the plain connection.
 */
final class SmtpExchange implements AutoCloseable {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int ANSWER_MILLIS = 15_000;
  private static final int MOST_LINE = 1_000;
  private static final int MOST_LINES = 100;

  private final AlertConfig.MailServer server;
  private final SSLSocketFactory tls;
  private Socket socket = new Socket();
  private boolean secure;

  /** An answer of the server: its code, and what it can do. */
  private record Reply(int code, String text) {
    boolean says(String word) {
      return text.lines().anyMatch(line -> line.strip().toUpperCase(Locale.ROOT).startsWith(word));
    }
  }

  SmtpExchange(AlertConfig.MailServer server, SSLSocketFactory tls) {
    this.server = server;
    this.tls = tls;
  }

  /** Gives the e-mail over. When this returns, the server has taken it. */
  void send(List<String> letter) throws IOException {
    socket.connect(new InetSocketAddress(server.host(), server.port()), CONNECT_MILLIS);
    socket.setSoTimeout(ANSWER_MILLIS);
    if (server.security() == AlertConfig.MailSecurity.TLS) secure();
    need(reply(), 220, "the greeting");
    var able = hello();
    if (server.security() == AlertConfig.MailSecurity.STARTTLS) {
      if (!able.says("STARTTLS")) throw new IOException("it offers no STARTTLS");
      need(ask("STARTTLS"), 220, "STARTTLS");
      secure();
      able = hello();
    }
    if (!server.user().isEmpty()) logIn(able);
    need(ask("MAIL FROM:<" + server.from() + ">"), 250, "the sender");
    for (var to : server.to()) need(ask("RCPT TO:<" + to + ">"), 250, "a receiver");
    need(ask("DATA"), 354, "DATA");
    var data = new StringBuilder();
    for (var line : String.join("\r\n", letter).split("\r\n", -1)) {
      data.append(line.startsWith(".") ? "." : "").append(line).append("\r\n");
    }
    need(ask(data + "."), 250, "the e-mail");
    write("QUIT");
  }

  private Reply hello() throws IOException {
    var reply = ask("EHLO " + server.domain());
    need(reply, 250, "EHLO");
    return reply;
  }

  private void logIn(Reply able) throws IOException {
    if (!secure) throw new IOException("a password is sent only over TLS");
    if (!able.says("AUTH")) throw new IOException("it takes no password");
    var both = "\0" + server.user() + "\0" + server.password();
    var word = Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
    need(ask("AUTH PLAIN " + word), 235, "the password");
  }

  /** Goes on over TLS, with a server that shows a certificate of its name. */
  private void secure() throws IOException {
    var layered = (SSLSocket) tls.createSocket(socket, server.host(), server.port(), true);
    socket = layered;
    var parameters = layered.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    layered.setSSLParameters(parameters);
    layered.setSoTimeout(ANSWER_MILLIS);
    layered.startHandshake();
    secure = true;
  }

  private Reply ask(String line) throws IOException {
    write(line);
    return reply();
  }

  private void write(String line) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Reads an answer of one line or several. Each byte is read alone, so none is left over. */
  private Reply reply() throws IOException {
    var text = new StringBuilder();
    for (int lines = 0; lines < MOST_LINES; lines++) {
      var line = line(socket.getInputStream());
      if (!line.matches("[2-5][0-9]{2}([ -].*)?")) throw new IOException("it is no mail server");
      text.append(line.length() > 4 ? line.substring(4) : "").append('\n');
      if (line.length() < 4 || line.charAt(3) == ' ') {
        return new Reply(Integer.parseInt(line.substring(0, 3)), text.toString());
      }
    }
    throw new IOException("its answer does not end");
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    while (line.length() < MOST_LINE) {
      int read = in.read();
      if (read < 0) throw new IOException("it hung up");
      if (read == '\n') return line.toString().stripTrailing();
      line.append((char) read);
    }
    throw new IOException("its answer has too long a line");
  }

  /** The texts of the server stay out of messages: only its code is said. */
  private static void need(Reply reply, int code, String what) throws IOException {
    if (reply.code() / 10 != code / 10) {
      throw new IOException("it answered " + reply.code() + " to " + what);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
