package dev.reveille.server.edge.api;

import dev.reveille.protocol.Scope;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.Reply;
import dev.reveille.server.edge.http.Route.Method;
import dev.reveille.server.edge.http.Route.Runs;
import dev.reveille.server.identity.TokenGrant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request of the API.
 *
 * @param name the name for programs that are made from the document
 * @param scope what the token must allow; null if any token is enough
 * @param body the name of the schema of the body; null if it has none
 * @param mostBody the most bytes of the body
 * @param status the status of success
 * @param result the name of the schema of the answer
 */
record ApiOperation(
    Method method,
    String path,
    String name,
    String summary,
    @Nullable Scope scope,
    Runs runs,
    List<Parameter> parameters,
    @Nullable String body,
    long mostBody,
    int status,
    String result,
    Handler handler) {
  ApiOperation {
    parameters = List.copyOf(parameters);
  }

  /** A parameter of the query. */
  record Parameter(String name, String type, String description) {}

  /** Makes the answer, on a virtual thread. */
  @FunctionalInterface
  interface Handler {
    Reply answer(Ask ask, TokenGrant grant);
  }

  /** Returns a request that only reads. */
  static ApiOperation read(
      String path,
      String name,
      String summary,
      @Nullable Scope scope,
      List<Parameter> parameters,
      String result,
      Handler handler) {
    return new ApiOperation(
        Method.GET,
        path,
        name,
        summary,
        scope,
        Runs.WITH_MEMORY,
        parameters,
        null,
        0,
        200,
        result,
        handler);
  }

  /** Returns a request that asks the chat. */
  static ApiOperation ask(
      String path,
      String name,
      String summary,
      List<Parameter> parameters,
      String result,
      Handler handler) {
    return new ApiOperation(
        Method.GET,
        path,
        name,
        summary,
        Scope.OBSERVE,
        Runs.ON_THREAD,
        parameters,
        null,
        0,
        200,
        result,
        handler);
  }
}
