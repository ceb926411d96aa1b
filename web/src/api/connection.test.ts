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

describe('the connection state', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('goes offline on the browser event and polls until the server responds', async () => {
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

  it('goes offline with the first unreachable call and online with the first response', () => {
    const { page } = fakePage();
    const connection = createConnection(page, unreachable);
    connection.report('unreachable');
    connection.report('unreachable');
    expect(connection.isOnline()).toBe(false);
    connection.report('answered');
    expect(connection.isOnline()).toBe(true);
  });

  it('stays offline when a late response arrives, and starts offline when the browser is offline', async () => {
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

  it('counts a server error as a response', async () => {
    const { page } = fakePage();
    const connection = createConnection(page, () =>
      Promise.reject(new ApiError({ status: 503, code: 'server.unavailable' })),
    );
    connection.report('unreachable');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connection.isOnline()).toBe(true);
  });

  it('polls with increasing delays, and not at all after its stop', async () => {
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
