import type { Bus } from '@diorama/shared/server/delivery/bus.ts';
import type { Clock } from '@diorama/shared/server/runtime/clock.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { PRESENCE_CHANNEL } from './collab-context.ts';

/** Interval at which each gateway repeats its users, for gateways that started since. */
export const PRESENCE_REPEAT_MS = 30_000;
/** Silence after which the users of a gateway are forgotten: it may have been killed. */
const PRESENCE_LIFE_MS = 75_000;
/** Users join in bursts, as when a meeting begins. Each burst is announced once. */
const SETTLE_MS = 300;
/** Maximum of users per message. The editor shows no more. */
const MAX_PUBLISHED = 100;

/**
 * Placeholder for visitors of a link. They are hidden from users, but their gateway needs the events of
 * the scene.
 */
const VISITORS = '-';

type Announcement = { people: readonly string[]; until: number };

type PresenceOptions = {
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  clock: Clock;
  logger: Logger;
  /** Distinguishes this gateway's messages from those of the others. */
  gatewayId: string;
  /** Receives a scene whose users have changed on this gateway, once a burst. */
  onChange: (compositionId: string) => void;
  /** Receives a scene when another gateway begins to have users in it as well. */
  onNeighbour?: (compositionId: string) => void;
};

/** Users in each scene: those of this gateway, and those that the other gateways announce over the bus. */
export class Presence {
  readonly #options: PresenceOptions;
  /** The person of each socket, by scene. */
  readonly #here = new Map<string, Map<string, string>>();
  /** Announced users of other gateways, by scene and gateway. */
  readonly #elsewhere = new Map<string, Map<string, Announcement>>();
  readonly #settling = new Map<string, { timer: NodeJS.Timeout; isOfPeople: boolean }>();
  readonly #stop: () => void;
  readonly #repeat: NodeJS.Timeout;

  constructor(options: PresenceOptions) {
    this.#options = options;
    this.#stop = options.bus.subscribe(PRESENCE_CHANNEL, (message) => this.#receive(message));
    this.#repeat = setInterval(() => {
      for (const compositionId of this.#here.keys()) {
        this.#publish(compositionId);
      }
      forgetExpired(this.#elsewhere, this.#now);
    }, PRESENCE_REPEAT_MS).unref();
  }

  /** @param userId null for a visitor of a link */
  enter(compositionId: string, socketId: string, userId: string | null): void {
    const who = userId ?? VISITORS;
    const isNew = !this.#peopleHere(compositionId).has(who);
    keep(this.#here, compositionId, socketId, who);
    if (isNew) {
      this.#change(compositionId, who);
    }
  }

  /** A socket that never entered may leave. */
  leave(compositionId: string, socketId: string): void {
    const userId = this.#here.get(compositionId)?.get(socketId);
    keep(this.#here, compositionId, socketId, null);
    if (userId !== undefined && !this.#peopleHere(compositionId).has(userId)) {
      this.#change(compositionId, userId);
    }
  }

  peopleIn(compositionId: string): string[] {
    const others = this.#elsewhere.get(compositionId);
    if (others === undefined && !this.#here.has(compositionId)) {
      // Most scenes of a list have no users.
      return [];
    }
    const now = this.#now;
    const announced = [...(others?.values() ?? [])].filter(({ until }) => until > now);
    const inside = new Set([
      ...this.#peopleHere(compositionId),
      ...announced.flatMap(({ people }) => people),
    ]);
    inside.delete(VISITORS);
    return [...inside];
  }

  /** Whether a user has the scene open on another gateway. */
  isElsewhere(compositionId: string): boolean {
    return this.#elsewhere.has(compositionId);
  }

  close(): void {
    this.#stop();
    clearInterval(this.#repeat);
    for (const { timer } of this.#settling.values()) {
      clearTimeout(timer);
    }
  }

  get #now(): number {
    return this.#options.clock.now().getTime();
  }

  #peopleHere(compositionId: string): Set<string> {
    return new Set(this.#here.get(compositionId)?.values() ?? []);
  }

  #publish(compositionId: string): void {
    const { bus, gatewayId, logger } = this.#options;
    const people = [...this.#peopleHere(compositionId)].slice(0, MAX_PUBLISHED);
    bus
      .publish(PRESENCE_CHANNEL, [gatewayId, compositionId, ...people])
      .catch((err: unknown) => logger.debug({ err }, 'scene presence could not be published'));
  }

  #change(compositionId: string, who: string): void {
    const before = this.#settling.get(compositionId);
    clearTimeout(before?.timer);
    const isOfPeople = who !== VISITORS || before?.isOfPeople === true;
    const timer = setTimeout(() => {
      this.#settling.delete(compositionId);
      this.#publish(compositionId);
      if (isOfPeople) {
        this.#options.onChange(compositionId);
      }
    }, SETTLE_MS);
    this.#settling.set(compositionId, { timer: timer.unref(), isOfPeople });
  }

  #receive([from = '', compositionId = '', ...people]: readonly string[]): void {
    if (from === this.#options.gatewayId) {
      return;
    }
    const isNew = people.length > 0 && !this.#elsewhere.get(compositionId)?.has(from);
    const until = this.#now + PRESENCE_LIFE_MS;
    keep(this.#elsewhere, compositionId, from, people.length === 0 ? null : { people, until });
    if (isNew) {
      this.#options.onNeighbour?.(compositionId);
    }
  }
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

function forgetExpired(elsewhere: Map<string, Map<string, Announcement>>, now: number): void {
  for (const [compositionId, gateways] of elsewhere) {
    for (const [gateway, { until }] of gateways) {
      if (until <= now) {
        keep(elsewhere, compositionId, gateway, null);
      }
    }
  }
}
