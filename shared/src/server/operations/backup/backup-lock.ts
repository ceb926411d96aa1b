import { withClient } from '../../db/with-client.ts';

/** Key of the advisory lock; any number that nothing else uses. */
const LOCK_KEY = 7_203_118;

/** The lock of a backup or rehearsal that runs. */
export interface BackupLock {
  /** Aborts when the connection of the lock is lost, as another backup may run then. */
  readonly lost: AbortSignal;
  /** @throws Error when the connection of the lock is lost */
  assertHeld(): Promise<void>;
}

/**
 * Runs one backup or rehearsal of an installation at a time, over all processes. The lock belongs to a
 * connection, so that it ends with a killed process.
 * @param act - must end when the lock is lost
 * @param onWait - called where another one runs, before its end is awaited
 */
export async function withBackupLock<T>(
  databaseUrl: string,
  act: (lock: BackupLock) => Promise<T>,
  onWait?: () => void,
): Promise<T> {
  return withClient(
    {
      connectionString: databaseUrl,
      application_name: 'diorama-backup-lock',
      keepAlive: true,
    },
    async (client) => {
      const { rows } = await client.query<{ is_free: boolean }>(
        'select pg_try_advisory_lock($1) as is_free',
        [LOCK_KEY],
      );
      if (!rows[0]?.is_free) {
        onWait?.();
        await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
      }
      const lost = new AbortController();
      client.once('end', () => lost.abort(new Error('The connection to PostgreSQL was lost')));
      return await act({
        lost: lost.signal,
        assertHeld: async () => {
          await client.query('select 1');
        },
      });
    },
  );
}
