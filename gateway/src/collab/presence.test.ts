import { fakeClock } from '@diorama/shared/server/runtime/clock.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PRESENCE_REPEAT_MS, Presence } from './presence.ts';

/** A bus that delivers every message at once to all subscribers including the sender, like the real ones. */
function sharedBus() {
  const listeners = new Set<(ids: readonly string[]) => void>();
  let sent = 0;
  return {
    sent: () => sent,
    publish: async (_channel: string, ids: string | readonly string[]) => {
      sent += 1;
      for (const listener of listeners) {
        listener(typeof ids === 'string' ? [ids] : ids);
      }
    },
    subscribe: (_channel: string, listener: (ids: readonly string[]) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

describe('presence in a scene', () => {
  const clock = fakeClock();
  let bus: ReturnType<typeof sharedBus>;
  let changed: string[];
  const open: Presence[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    bus = sharedBus();
    changed = [];
  });
  afterEach(() => {
    for (const presence of open.splice(0)) {
      presence.close();
    }
    vi.useRealTimers();
  });
  const gateway = (gatewayId: string) => {
    const logger = createLogger('presence-test', { level: 'silent' });
    const presence = new Presence({ bus, clock, logger, gatewayId, onChange: (id) => changed.push(id) });
    open.push(presence);
    return presence;
  };
  const pass = (ms: number) => {
    clock.advance(ms);
    vi.advanceTimersByTime(ms);
  };

  it('is known at once on the user’s gateway and a moment later on the others', () => {
    const [here, there] = [gateway('a'), gateway('b')];
    here.enter('kitchen', 'socket-1', 'ada');
    expect(here.peopleIn('kitchen')).toEqual(['ada']);
    pass(1_000);
    expect(there.peopleIn('kitchen')).toEqual(['ada']);
    here.leave('kitchen', 'socket-1');
    pass(1_000);
    expect([here.peopleIn('kitchen'), there.peopleIn('kitchen')]).toEqual([[], []]);
  });

  it('counts a user once over all tabs and gateways', () => {
    const [here, there] = [gateway('a'), gateway('b')];
    here.enter('kitchen', 'socket-1', 'ada');
    here.enter('kitchen', 'socket-2', 'ada');
    there.enter('kitchen', 'socket-3', 'ada');
    here.leave('kitchen', 'socket-1');
    pass(1_000);
    expect(here.peopleIn('kitchen')).toEqual(['ada']);
    here.leave('kitchen', 'socket-2');
    pass(1_000);
    expect(here.peopleIn('kitchen')).toEqual(['ada']);
    there.leave('kitchen', 'socket-3');
    pass(1_000);
    expect(here.peopleIn('kitchen')).toEqual([]);
  });

  it('sends one message for a burst of arrivals', () => {
    const here = gateway('a');
    for (const person of ['ada', 'bob', 'eve']) {
      here.enter('kitchen', `socket of ${person}`, person);
    }
    pass(1_000);
    expect(changed).toEqual(['kitchen']);
    expect(bus.sent()).toBe(1);
  });

  it('reaches a gateway that starts later', () => {
    const here = gateway('a');
    here.enter('kitchen', 'socket-1', 'ada');
    pass(1_000);
    const late = gateway('b');
    expect(late.peopleIn('kitchen')).toEqual([]);
    pass(PRESENCE_REPEAT_MS);
    expect(late.peopleIn('kitchen')).toEqual(['ada']);
  });

  it('expires after a gateway was killed', () => {
    const [here, killed] = [gateway('a'), gateway('b')];
    killed.enter('kitchen', 'socket-1', 'ada');
    pass(1_000);
    killed.close();
    expect(here.peopleIn('kitchen')).toEqual(['ada']);
    pass(PRESENCE_REPEAT_MS * 3);
    expect(here.peopleIn('kitchen')).toEqual([]);
  });

  it('lists no visitors, but reports to other gateways that the scene is open', () => {
    const [here, there] = [gateway('a'), gateway('b')];
    here.enter('kitchen', 'socket-1', null);
    pass(1_000);
    expect([here.peopleIn('kitchen'), there.peopleIn('kitchen')]).toEqual([[], []]);
    expect(there.isElsewhere('kitchen')).toBe(true);
    expect(changed).toEqual([]);
    here.leave('kitchen', 'socket-1');
    pass(1_000);
    expect(there.isElsewhere('kitchen')).toBe(false);
  });

  it('ignores a leaving socket that never entered, also while its user is inside', () => {
    const here = gateway('a');
    here.leave('kitchen', 'socket-1');
    pass(1_000);
    expect([here.peopleIn('kitchen'), changed]).toEqual([[], []]);
    here.enter('kitchen', 'socket-2', 'ada');
    here.leave('kitchen', 'socket-1');
    expect(here.peopleIn('kitchen')).toEqual(['ada']);
  });
});
