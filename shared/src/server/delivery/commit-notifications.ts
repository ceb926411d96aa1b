import type { Logger } from '../runtime/logger.ts';
import type { Bus } from './bus.ts';

/**
 * Topics of notifications, and their receivers: `outbox` is handled by any one process; every process handles
 * `live` for its own clients.
 */
const DELIVERY = { outbox: 'one', live: 'all' } as const;
export type NotificationTopic = keyof typeof DELIVERY;

/**
 * Notifies waiters for rows that were just committed: in this process at once, in others over the bus. It
 * carries no content, and a lost one only costs time, as waiters also poll.
 */
export interface CommitNotifications {
  /** Calls within {@link GAP_MS} are combined into one message. Never throws. */
  wake(topic: NotificationTopic): void;
  /**
   * Calls back on every notification, and when some may have been missed. @returns the function that
   * unsubscribes.
   */
  on(topic: NotificationTopic, fn: () => void): () => void;
  /** Stops sending. */
  close(): void;
}

/** Minimum interval of messages on one topic, in milliseconds; the first is sent at once. */
export const GAP_MS = 20;

/** Creates the notifications of one process over its bus. */
export function createCommitNotifications({
  bus,
  logger,
}: {
  bus: Bus;
  logger: Logger;
}): CommitNotifications {
  const waiting = new Map<NotificationTopic, Set<() => void>>();
  const pauses = new Map<NotificationTopic, { timer: NodeJS.Timeout; isAsked: boolean }>();
  let isClosed = false;

  const notifyLocally = (topic: NotificationTopic) => {
    for (const fn of waiting.get(topic) ?? []) {
      fn();
    }
  };
  const send = (topic: NotificationTopic) => {
    if (isClosed) {
      return;
    }
    bus
      .publish(channelOf(topic), [])
      .catch((err: Error) =>
        logger.debug({ topic, reason: err.message }, 'other processes were not notified'),
      );
    const pause = {
      isAsked: false,
      timer: setTimeout(() => {
        pauses.delete(topic);
        if (pause.isAsked) {
          send(topic);
        }
      }, GAP_MS),
    };
    pauses.set(topic, pause);
  };
  const ends = (Object.keys(DELIVERY) as NotificationTopic[]).map((topic) =>
    bus.subscribe(channelOf(topic), () => notifyLocally(topic)),
  );
  ends.push(
    bus.onGap(() => {
      for (const topic of waiting.keys()) {
        notifyLocally(topic);
      }
    }),
  );

  return {
    wake: (topic) => {
      notifyLocally(topic);
      if (DELIVERY[topic] === 'one' && (waiting.get(topic)?.size ?? 0) > 0) {
        return;
      }
      const pause = pauses.get(topic);
      if (pause) {
        pause.isAsked = true;
        return;
      }
      send(topic);
    },
    on: (topic, fn) => {
      const fns = waiting.get(topic) ?? new Set();
      waiting.set(topic, fns.add(fn));
      return () => {
        fns.delete(fn);
      };
    },
    close: () => {
      isClosed = true;
      for (const end of ends) {
        end();
      }
      for (const { timer } of pauses.values()) {
        clearTimeout(timer);
      }
    },
  };
}

function channelOf(topic: NotificationTopic): string {
  return `wake.${topic}`;
}
