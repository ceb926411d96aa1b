import { randomUUID } from 'node:crypto';
import type { Bus } from '@diorama/shared/server/delivery/bus.ts';
import type { Clock } from '@diorama/shared/server/runtime/clock.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { ConnectionCounts } from './connection-counts.ts';
import type { LimitsMet } from './limits-met.ts';
import { TokenBuckets } from './token-bucket.ts';

type Limit = {
  /** Connections open at the same time, over all gateways. */
  most: number;
  /** The holder that the connections are counted by. */
  subject: 'user' | 'network';
};

/**
 * Limits of open connections. A user's oldest connection is closed for a newer one; a network's newest is refused, so that
 * one user cannot disconnect the others behind the same address.
 */
export const CONNECTION_LIMITS = {
  /** 40 editor tabs, and as many dead sockets of a lost network. */
  'sockets-of-user': { most: 100, subject: 'user' },
  /** 200 pupils with two tabs each that reconnect after an outage. */
  'sockets-of-network': { most: 1_000, subject: 'network' },
  /** Fewer than all sockets of a network: a popular link leaves room for people who sign in. */
  'visitor-sockets-of-network': { most: 600, subject: 'network' },
  /** Each socket holds up to 300 kB until its token is verified. */
  'unauthenticated-sockets-of-network': { most: 200, subject: 'network' },
  /** One stream a browser and language is the design. */
  'streams-of-user': { most: 10, subject: 'user' },
  'streams-of-network': { most: 1_000, subject: 'network' },
  /** Large files being sent. 200 pupils who open scenes at once load six files each. */
  'downloads-of-network': { most: 1_200, subject: 'network' },
  /** 200 pupils with a few embedded scenes each. */
  'link-streams-of-network': { most: 600, subject: 'network' },
} as const satisfies Record<string, Limit>;
export type ConnectionLimit = keyof typeof CONNECTION_LIMITS;

/**
 * Connections of a user that may replace older ones, by number and time. Clients that reconnect at once would else replace each
 * other for ever.
 */
const REPLACEMENTS = { capacity: 20, perSecond: 1 / 3 };
/** Announcements of a newer release may name limits that are not known here. */
const LIMIT_NAMES = Object.keys(CONNECTION_LIMITS) as ConnectionLimit[];

/** The bus channel of open connections; see `connection-counts.ts` for its lines. */
const CONNECTIONS_CHANNEL = 'open-connections';
/** Interval at which each gateway repeats its counts, for gateways that have started since. */
const COUNTS_REPEAT_MS = 30_000;
/** Openings and closings within this time are announced together. */
const BATCH_MS = 50;

/** A connection to be counted. */
export type OpenedConnection = {
  limit: ConnectionLimit;
  /** A user's uuid or a network, as the limit's subject requires. */
  holder: string;
  /** Closes the connection when it is the oldest of a user who has too many. */
  close?: () => void;
};

/** Counts open connections over all gateways and enforces {@link CONNECTION_LIMITS}. */
export interface ConnectionLimits {
  /**
   * Counts an open connection.
   * @returns the function that ends the count, to be called when the connection closes; null where the connection is refused:
   * beyond the limit of a network, or where a user's connections replace each other again and again.
   */
  open(connection: OpenedConnection): (() => void) | null;
  close(): void;
}

/** Gateways announce openings and closings over the bus; the gateway that holds a user's oldest connection closes it. */
export function createConnectionLimits(options: {
  bus: Pick<Bus, 'publish' | 'subscribe' | 'onGap'>;
  clock: Clock;
  logger: Logger;
  limitsMet: Pick<LimitsMet, 'record'>;
}): ConnectionLimits {
  const { bus, clock, logger, limitsMet } = options;
  const counts = new ConnectionCounts({ gatewayId: randomUUID(), now: () => clock.now().getTime() });
  const replacements = new TokenBuckets(REPLACEMENTS);
  const announcer = createAnnouncer(bus, counts, logger);

  /** Whether a connection of a user who has too many may replace an older one. */
  const mayReplace = (key: string) => {
    const now = performance.now();
    return replacements.of(key, now).take(now);
  };

  const record = (limit: ConnectionLimit, holder: string) =>
    limitsMet.record({ limit, subject: CONNECTION_LIMITS[limit].subject, holder });
  const closeExcess = (key: string) => {
    const [name = '', holder = ''] = key.split(' ');
    const limit = LIMIT_NAMES.find((known) => known === name);
    if (limit === undefined || CONNECTION_LIMITS[limit].subject !== 'user') {
      return;
    }
    for (const close of counts.takeOldest(key, CONNECTION_LIMITS[limit].most)) {
      record(limit, holder);
      announcer.soon();
      close();
    }
  };

  const stops = [
    bus.subscribe(CONNECTIONS_CHANNEL, (lines) => {
      for (const key of counts.applyRemote(lines)) {
        closeExcess(key);
      }
    }),
    bus.onGap(announcer.all),
  ];
  const repeat = setInterval(() => {
    announcer.all();
    counts.forgetSilent();
  }, COUNTS_REPEAT_MS);
  repeat.unref();

  return {
    open: ({ limit, holder, close = () => undefined }) => {
      const key = `${limit} ${holder}`;
      const { most, subject } = CONNECTION_LIMITS[limit];
      if (counts.count(key) >= most && (subject === 'network' || !mayReplace(key))) {
        record(limit, holder);
        return null;
      }
      const remove = counts.add(key, close);
      announcer.soon();
      closeExcess(key);
      return () => {
        if (remove()) {
          announcer.soon();
        }
      };
    },
    close: () => {
      clearInterval(repeat);
      announcer.close();
      for (const stop of stops) {
        stop();
      }
    },
  };
}

/** Announces this gateway's connections to the others: changes in batches, or all of them. */
function createAnnouncer(bus: Pick<Bus, 'publish'>, counts: ConnectionCounts, logger: Logger) {
  let timer: NodeJS.Timeout | null = null;
  const publish = (lines: readonly string[]) => {
    if (lines.length > 0) {
      bus
        .publish(CONNECTIONS_CHANNEL, lines)
        .catch((err: unknown) => logger.debug({ err }, 'open connections were not published'));
    }
  };
  return {
    soon: () => {
      timer ??= setTimeout(() => {
        timer = null;
        publish(counts.takeChanges());
      }, BATCH_MS).unref();
    },
    all: () => publish(counts.listAll()),
    close: () => clearTimeout(timer ?? undefined),
  };
}
