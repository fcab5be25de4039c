package dev.reveille.server.kernel;

class InProcessBusTest extends BusContract {
  private final Bus bus = new InProcessBus();

  @Override
  Bus bus() {
    return bus;
  }

  @Override
  void settle() {}
}
