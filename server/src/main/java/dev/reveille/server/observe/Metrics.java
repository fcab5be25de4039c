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
 * The meters and the numbers of the Java runtime in the text format of Prometheus, for {@code
 * /metrics}.
 *
 * <p>Each number is read when it is asked for, so the code that counts does no extra work.
 */
public final class Metrics implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();

  /** Keeps the suppliers alive, because the registry holds only weak references to them. */
  private final List<LongSupplier> sources = new ArrayList<>();

  public Metrics(List<Meter> meters) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    gc.bindTo(registry);
    meters.forEach(this::add);
  }

  private void add(Meter meter) {
    var value = meter.value();
    sources.add(value);
    switch (meter.sort()) {
      case GAUGE ->
          Gauge.builder(meter.name(), value, LongSupplier::getAsLong)
              .description(meter.help())
              .register(registry);
      case COUNTER ->
          FunctionCounter.builder(meter.name(), value, LongSupplier::getAsLong)
              .description(meter.help())
              .register(registry);
    }
  }

  /** Returns the present values as text. */
  public String text() {
    return registry.scrape();
  }

  @Override
  public void close() {
    gc.close();
    registry.close();
  }
}
