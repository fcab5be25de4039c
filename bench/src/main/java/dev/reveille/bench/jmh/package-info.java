/**
 * Micro-benchmarks of what the server does once per message or once per connection. {@link
 * dev.reveille.bench.Jmh} runs them.
 */
@NullMarked
package dev.reveille.bench.jmh;

import org.jspecify.annotations.NullMarked;
