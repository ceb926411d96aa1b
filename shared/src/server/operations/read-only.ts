import type { DatabaseClock } from '../db/database-clock.ts';
import type { Knex } from '../db/knex.ts';
import type { Bus } from '../delivery/bus.ts';
import type { Env } from '../runtime/env.ts';
import type { Logger } from '../runtime/logger.ts';
import { createLoop } from '../runtime/loop.ts';
import { type ReadOnlySwitch, readReadOnlySwitch, writeReadOnlySwitch } from './read-only-switch.queries.ts';

/**
 * Whether this process is read-only now: by `READ_ONLY=1`, by the operators' switch, or while the clock of its host
 * is wrong.
 */
export interface ReadOnly {
  readonly isOn: boolean;
  /** Calls back after each change. @returns the function that unsubscribes */
  onChange(fn: (isOn: boolean) => void): () => void;
  close(): Promise<void>;
}

export const READ_ONLY_CHANNEL = 'read-only';
/** Interval at which a process reads the switch, in case the bus has lost a message; in milliseconds. */
const LOOK_MS = 1_000;

/**
 * Follows the operators' switch: at once by the bus, within a second without it. While the database is silent the last
 * position stays.
 * @throws Error when the switch cannot be read at the start
 */
export async function followReadOnly(options: {
  db: Knex;
  bus: Bus;
  env: Pick<Env, 'isReadOnly'>;
  logger: Logger;
  clock?: Pick<DatabaseClock, 'isHostRight'>;
}): Promise<ReadOnly> {
  const { db, bus, env, logger, clock } = options;
  const listeners = new Set<(isOn: boolean) => void>();
  const isRequired = async () =>
    env.isReadOnly || clock?.isHostRight === false || ((await readReadOnlySwitch(db))?.is_on ?? false);
  let isOn = await isRequired();
  const read = async () => {
    const next = await isRequired();
    if (next === isOn) {
      return;
    }
    isOn = next;
    logger.warn({ isOn }, isOn ? 'read-only mode is on' : 'read-only mode is off');
    for (const fn of listeners) {
      fn(isOn);
    }
  };
  const loop = createLoop({
    everyMs: LOOK_MS,
    run: read,
    onError: (err) => logger.warn({ reason: err.message }, 'read-only mode could not be read'),
  });
  const stops = [bus.subscribe(READ_ONLY_CHANNEL, () => loop.wake()), bus.onGap(() => loop.wake())];
  return {
    get isOn() {
      return isOn;
    },
    onChange: (fn) => {
      listeners.add(fn);
      return () => {
        listeners.delete(fn);
      };
    },
    close: async () => {
      for (const stop of stops) {
        stop();
      }
      await loop.close();
    },
  };
}

/** Switches the installation, and notifies all processes. @returns the new position */
export async function switchReadOnly(
  { db, bus, logger }: { db: Knex; bus: Bus; logger: Logger },
  change: { isOn: boolean; userId: string },
): Promise<ReadOnlySwitch | null> {
  await writeReadOnlySwitch(db, change);
  await bus
    .publish(READ_ONLY_CHANNEL, [])
    .catch((err: Error) =>
      logger.debug({ reason: err.message }, 'read-only change was not published; other processes poll it'),
    );
  return readReadOnlySwitch(db);
}
