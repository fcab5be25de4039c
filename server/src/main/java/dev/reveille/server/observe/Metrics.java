package dev.reveille.server.observe;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The numbers behind {@code /metrics}, in Prometheus' text format.
 *
 * <p>Numbers are read when they are asked for, so counting costs the hot paths nothing here.
 */
public final class Metrics implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();

  /** The registry itself remembers them only weakly. */
  private final List<LongSupplier> sources = new ArrayList<>();

  public Metrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    gc.bindTo(registry);
  }

  /** A number that goes up and down. */
  public Metrics gauge(String name, String meaning, LongSupplier value) {
    sources.add(value);
    Gauge.builder(name, value, LongSupplier::getAsLong).description(meaning).register(registry);
    return this;
  }

  /** A number that only grows. */
  public Metrics counter(String name, String meaning, LongSupplier value) {
    sources.add(value);
    FunctionCounter.builder(name, value, LongSupplier::getAsLong)
        .description(meaning)
        .register(registry);
    return this;
  }

  public String text() {
    return registry.scrape();
  }

  @Override
  public void close() {
    gc.close();
    registry.close();
  }
}
