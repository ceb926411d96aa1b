import { type FakeClock, fakeClock } from '@diorama/shared/server/runtime/clock.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONNECTION_LIMITS, type ConnectionLimit, createConnectionLimits } from './connection-limits.ts';

const YEAR_MS = 365 * 24 * 60 * 60_000;
const [ADA, BOB] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];

describe('open connections', () => {
  const subscribers = new Set<(lines: readonly string[]) => void>();
  const published: (readonly string[])[] = [];
  const gateways: { close(): void }[] = [];
  const record = vi.fn();
  let clock: FakeClock;
  beforeEach(() => {
    vi.useFakeTimers();
    clock = fakeClock();
  });
  afterEach(() => {
    for (const gateway of gateways.splice(0)) {
      gateway.close();
    }
    subscribers.clear();
    published.length = 0;
    record.mockClear();
    vi.useRealTimers();
  });

  const bus = {
    publish: async (_channel: string, lines: string | readonly string[]) => {
      const list = typeof lines === 'string' ? [lines] : lines;
      published.push(list);
      for (const receive of subscribers) {
        receive(list);
      }
    },
    subscribe: (_channel: string, receive: (lines: readonly string[]) => void) => {
      subscribers.add(receive);
      return () => subscribers.delete(receive);
    },
    onGap: () => () => undefined,
  };
  const startGateway = (ownClock = clock) => {
    const gateway = createConnectionLimits({
      bus,
      clock: ownClock,
      logger: createLogger('test'),
      limitsMet: { record },
    });
    gateways.push(gateway);
    return gateway;
  };
  const pass = (ms: number) => {
    clock.advance(ms);
    vi.advanceTimersByTime(ms);
  };
  type Gateway = ReturnType<typeof startGateway>;
  const openMany = (gateway: Gateway, count: number, limit: ConnectionLimit, holder: string) =>
    Array.from({ length: count }, () => {
      const close = vi.fn();
      return { close, end: gateway.open({ limit, holder, close }) };
    });
  const closedOf = (opened: readonly { close: ReturnType<typeof vi.fn> }[]) =>
    opened.flatMap(({ close }, at) => (close.mock.calls.length > 0 ? [at] : []));

  it('of a user with 40 tabs stay open, also beside 40 undetected dead ones', () => {
    const gateway = startGateway();
    const [dead, living] = [
      openMany(gateway, 40, 'sockets-of-user', ADA),
      openMany(gateway, 40, 'sockets-of-user', ADA),
    ];
    expect(closedOf([...dead, ...living])).toEqual([]);
  });

  it('of 200 pupils behind one address stay open, with two tabs each after an outage', () => {
    const gateway = startGateway();
    const opened = openMany(gateway, 800, 'sockets-of-network', '203.0.113.7');
    expect(opened.every(({ end }) => end !== null)).toBe(true);
    const embeds = openMany(gateway, 400, 'visitor-sockets-of-network', '203.0.113.7');
    expect(embeds.every(({ end }) => end !== null)).toBe(true);
  });

  it('beyond the limit of a user close that user’s oldest', () => {
    const gateway = startGateway();
    const others = openMany(gateway, 5, 'streams-of-user', BOB);
    const opened = openMany(gateway, 12, 'streams-of-user', ADA);
    expect(closedOf(opened)).toEqual([0, 1]);
    expect(closedOf(others)).toEqual([]);
    expect(record.mock.calls).toEqual(
      [0, 1].map(() => [{ limit: 'streams-of-user', subject: 'user', holder: ADA }]),
    );
  });

  it('that keep replacing each other are refused for some time', () => {
    const gateway = startGateway();
    const opened = openMany(gateway, 10 + 100, 'streams-of-user', ADA);
    expect(opened.filter(({ end }) => end === null)).toHaveLength(80);
    expect(closedOf(opened)).toHaveLength(20);
    pass(3_100);
    expect(openMany(gateway, 2, 'streams-of-user', ADA).map(({ end }) => end !== null)).toEqual([
      true,
      false,
    ]);
  });

  it('beyond the limit of a network are refused until one of that network closes', () => {
    const gateway = startGateway();
    const { most } = CONNECTION_LIMITS['unauthenticated-sockets-of-network'];
    const opened = openMany(gateway, most + 1, 'unauthenticated-sockets-of-network', '203.0.113.7');
    expect(opened.findIndex(({ end }) => end === null)).toBe(most);
    opened[0]?.end?.();
    // Ending twice makes room once.
    opened[0]?.end?.();
    const later = openMany(gateway, 2, 'unauthenticated-sockets-of-network', '203.0.113.7');
    expect(later.map(({ end }) => end !== null)).toEqual([true, false]);
  });

  it('are counted once over all gateways, even with clocks a year apart', () => {
    const [here, there] = [
      startGateway(),
      startGateway(fakeClock(new Date(clock.now().getTime() - YEAR_MS))),
    ];
    const first = openMany(here, 4, 'streams-of-user', ADA);
    pass(100);
    const second = openMany(there, 8, 'streams-of-user', ADA);
    pass(100);
    expect([closedOf(first), closedOf(second)]).toEqual([[0, 1], []]);
    const refused = openMany(there, 700, 'visitor-sockets-of-network', '203.0.113.7');
    expect(refused.filter(({ end }) => end !== null)).toHaveLength(600);
    pass(100);
    expect(openMany(here, 1, 'visitor-sockets-of-network', '203.0.113.7')[0]?.end).toBeNull();
  });

  it('of a killed gateway stop counting after a timeout', () => {
    const [here, killed] = [startGateway(), startGateway()];
    openMany(killed, 10, 'streams-of-user', ADA);
    pass(100);
    killed.close();
    const opened = openMany(here, 10, 'streams-of-user', ADA);
    expect(closedOf(opened)).toEqual([]);
    pass(120_000);
    const refused = openMany(here, 10, 'streams-of-user', ADA);
    expect(closedOf(opened)).toHaveLength(10);
    expect(closedOf(refused)).toEqual([]);
  });

  it('are known to a gateway that starts later', () => {
    const here = startGateway();
    openMany(here, 600, 'visitor-sockets-of-network', '203.0.113.7');
    pass(100);
    const late = startGateway();
    pass(31_000);
    expect(late.open({ limit: 'visitor-sockets-of-network', holder: '203.0.113.7' })).toBeNull();
  });

  it('that close within a moment are not published', () => {
    const gateway = startGateway();
    for (const { end } of openMany(gateway, 100, 'unauthenticated-sockets-of-network', '203.0.113.7')) {
      end?.();
    }
    pass(100);
    expect(published).toEqual([]);
  });

  it('are published in lines that fit into a bus message', () => {
    const gateway = startGateway();
    openMany(gateway, 1_000, 'sockets-of-network', '203.0.113.7');
    pass(31_000);
    expect(Math.max(...published.flat().map((line) => line.length))).toBeLessThan(2_000);
  });
});
