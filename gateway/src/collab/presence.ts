import type { Bus } from '@diorama/shared/server/delivery/bus.ts';
import type { Clock } from '@diorama/shared/server/runtime/clock.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { PRESENCE_CHANNEL } from './channels.ts';

/** Interval at which each gateway repeats its users, for gateways that started since. */
export const PRESENCE_REPEAT_MS = 30_000;
/** Silence after which the users of a gateway are forgotten: it may have been killed. */
const PRESENCE_LIFE_MS = 75_000;
/** Users join in bursts, as when a meeting begins. Each burst is announced once. */
const SETTLE_MS = 300;
/** Maximum of users per message. The editor shows no more. */
const MAX_TOLD = 100;

/**
 * Placeholder for visitors of a link. They are hidden from users, but their gateway needs the events of
 * the scene.
 */
const VISITORS = '-';

/** Users in each scene, over all gateways. */
export interface Presence {
  /** @param userId null for a visitor of a link */
  enter(compositionId: string, socketId: string, userId: string | null): void;
  /** A socket that never entered may leave. */
  leave(compositionId: string, socketId: string): void;
  peopleIn(compositionId: string): string[];
  /** Whether a user has the scene open on another gateway. */
  isElsewhere(compositionId: string): boolean;
  close(): void;
}

type Told = { people: readonly string[]; until: number };

/**
 * Counts the users of this gateway and exchanges them with the other gateways over the bus.
 * @param onChange receives a scene whose users have changed on this gateway, once a burst.
 * @param onNeighbour receives a scene when another gateway begins to have users in it as well.
 */
export function createPresence(options: {
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  clock: Clock;
  logger: Logger;
  /** Distinguishes this gateway's messages from those of the others. */
  gatewayId: string;
  onChange: (compositionId: string) => void;
  onNeighbour?: (compositionId: string) => void;
}): Presence {
  const { bus, clock, logger, gatewayId, onChange, onNeighbour } = options;
  /** The person of each socket, by scene. */
  const here = new Map<string, Map<string, string>>();
  const peopleHere = (compositionId: string) => new Set(here.get(compositionId)?.values() ?? []);
  /** Announced users of other gateways, by scene and gateway. */
  const elsewhere = new Map<string, Map<string, Told>>();
  const settling = new Map<string, { timer: NodeJS.Timeout; isOfPeople: boolean }>();

  const tell = (compositionId: string) => {
    const people = [...peopleHere(compositionId)].slice(0, MAX_TOLD);
    bus
      .publish(PRESENCE_CHANNEL, [gatewayId, compositionId, ...people])
      .catch((err: unknown) => logger.debug({ err }, 'who is inside was not told'));
  };
  const change = (compositionId: string, who: string) => {
    const before = settling.get(compositionId);
    clearTimeout(before?.timer);
    const isOfPeople = who !== VISITORS || before?.isOfPeople === true;
    const timer = setTimeout(() => {
      settling.delete(compositionId);
      tell(compositionId);
      if (isOfPeople) {
        onChange(compositionId);
      }
    }, SETTLE_MS);
    settling.set(compositionId, { timer: timer.unref(), isOfPeople });
  };

  const stop = bus.subscribe(PRESENCE_CHANNEL, ([from = '', compositionId = '', ...people]) => {
    if (from === gatewayId) {
      return;
    }
    const isNew = people.length > 0 && !elsewhere.get(compositionId)?.has(from);
    const until = clock.now().getTime() + PRESENCE_LIFE_MS;
    keep(elsewhere, compositionId, from, people.length === 0 ? null : { people, until });
    if (isNew) {
      onNeighbour?.(compositionId);
    }
  });
  const repeat = setInterval(() => {
    for (const compositionId of here.keys()) {
      tell(compositionId);
    }
    forgetSilent(elsewhere, clock.now().getTime());
  }, PRESENCE_REPEAT_MS);
  repeat.unref();

  return {
    enter: (compositionId, socketId, userId) => {
      const who = userId ?? VISITORS;
      const isNew = !peopleHere(compositionId).has(who);
      keep(here, compositionId, socketId, who);
      if (isNew) {
        change(compositionId, who);
      }
    },
    leave: (compositionId, socketId) => {
      const userId = here.get(compositionId)?.get(socketId);
      keep(here, compositionId, socketId, null);
      if (userId !== undefined && !peopleHere(compositionId).has(userId)) {
        change(compositionId, userId);
      }
    },
    peopleIn: (compositionId) => {
      const others = elsewhere.get(compositionId);
      if (others === undefined && !here.has(compositionId)) {
        // Most scenes of a list have no users.
        return [];
      }
      const now = clock.now().getTime();
      const told = [...(others?.values() ?? [])].filter(({ until }) => until > now);
      const inside = new Set([...peopleHere(compositionId), ...told.flatMap(({ people }) => people)]);
      inside.delete(VISITORS);
      return [...inside];
    },
    isElsewhere: (compositionId) => elsewhere.has(compositionId),
    close: () => {
      stop();
      clearInterval(repeat);
      for (const { timer } of settling.values()) {
        clearTimeout(timer);
      }
    },
  };
}

/** Sets a value two levels deep, or deletes it with `null`. Empty maps are removed. */
function keep<Value>(
  map: Map<string, Map<string, Value>>,
  outer: string,
  inner: string,
  value: Value | null,
): void {
  const found = map.get(outer) ?? new Map<string, Value>();
  if (value === null) {
    found.delete(inner);
  } else {
    found.set(inner, value);
  }
  if (found.size === 0) {
    map.delete(outer);
  } else {
    map.set(outer, found);
  }
}

function forgetSilent(elsewhere: Map<string, Map<string, Told>>, now: number): void {
  for (const [compositionId, gateways] of elsewhere) {
    for (const [gateway, { until }] of gateways) {
      if (until <= now) {
        keep(elsewhere, compositionId, gateway, null);
      }
    }
  }
}
