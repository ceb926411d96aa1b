import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NETWORK_ERROR } from './api-error.ts';
import { createConnection } from './connection.ts';

const unreachable = () => Promise.reject(new ApiError({ status: 0, code: NETWORK_ERROR }));

function fakePage() {
  const events = new EventTarget();
  const page = {
    navigator: { onLine: true },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    clearTimeout: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
  };
  return { page: page as unknown as Window, emit: (name: string) => events.dispatchEvent(new Event(name)) };
}

describe('the connection', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is lost at once when the browser says so, and asks until the server is back', async () => {
    const { page, emit } = fakePage();
    const probe = vi.fn(unreachable as () => Promise<unknown>);
    const connection = createConnection(page, probe);
    connection.start();
    const heard = vi.fn();
    connection.subscribe(heard);
    emit('offline');
    expect(connection.isOnline()).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000 + 2_000);
    expect(probe).toHaveBeenCalledTimes(2);
    probe.mockResolvedValue(undefined);
    emit('online');
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.isOnline()).toBe(true);
    expect(heard).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probe).toHaveBeenCalledTimes(3);
  });

  it('is lost with the first call that reaches nobody, and back with the first that is answered', () => {
    const { page } = fakePage();
    const connection = createConnection(page, unreachable);
    connection.report('unreachable');
    connection.report('unreachable');
    expect(connection.isOnline()).toBe(false);
    connection.report('answered');
    expect(connection.isOnline()).toBe(true);
  });

  it('stays lost when an answer comes that was on its way as the network went, and is found lost at the start', async () => {
    const { page, emit } = fakePage();
    const probe = vi.fn(unreachable as () => Promise<unknown>);
    const connection = createConnection(page, probe);
    connection.start();
    Object.assign(page.navigator, { onLine: false });
    emit('offline');
    connection.report('answered');
    expect(connection.isOnline()).toBe(false);
    // A server on this machine needs no network.
    probe.mockResolvedValue(undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connection.isOnline()).toBe(true);

    const late = createConnection(page, probe);
    late.start();
    expect(late.isOnline()).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(late.isOnline()).toBe(true);
  });

  it('counts an error of the server as an answer', async () => {
    const { page } = fakePage();
    const connection = createConnection(page, () =>
      Promise.reject(new ApiError({ status: 503, code: 'server.unavailable' })),
    );
    connection.report('unreachable');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connection.isOnline()).toBe(true);
  });

  it('asks ever less often, and no more once it was stopped', async () => {
    const { page, emit } = fakePage();
    const probe = vi.fn(unreachable as () => Promise<unknown>);
    const connection = createConnection(page, probe);
    const stop = connection.start();
    emit('offline');
    await vi.advanceTimersByTimeAsync(60_000);
    const asked = probe.mock.calls.length;
    expect(asked).toBeLessThan(10);
    expect(asked).toBeGreaterThan(5);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probe).toHaveBeenCalledTimes(asked);
  });
});
