import { setTimeout as sleep } from 'node:timers/promises';
import type { MergedLog } from '../log.ts';
import { type Postgres, startPostgres } from './launch.ts';

export type SupervisedPostgres = { url: string; stop(): Promise<void> };

const RETRY_MS = 1_000;
/** Routine log lines of the server about starting and stopping, which are not shown. */
const CHATTER = /\bLOG: |HINT: .*redirecting/;

/** Runs PostgreSQL, and restarts it on the same port whenever it ends unexpectedly. */
export async function supervisePostgres(options: {
  dataDir: string;
  password: string;
  log: MergedLog;
}): Promise<SupervisedPostgres> {
  const { dataDir, password, log } = options;
  let isStopping = false;
  const onLine = (line: string) => {
    if (!CHATTER.test(line)) {
      log.line('postgres', line.replace(/^\S+ \S+ UTC \[\d+\] /, ''));
    }
  };
  let current: Postgres = await startPostgres({ dataDir, password, onLine });
  const { port, url } = current;

  const startAgain = async () => {
    while (!isStopping) {
      try {
        current = await startPostgres({ dataDir, password, port, onLine });
        log.say('postgres runs again');
        return;
      } catch (err) {
        log.say(err instanceof Error ? err.message : String(err));
        await sleep(RETRY_MS);
      }
    }
  };

  const watchOver = async () => {
    while (!isStopping) {
      await current.ended;
      if (!isStopping) {
        log.say('postgres ended, starting it again');
        await startAgain();
      }
    }
  };
  // Ends with `stop`; the restart never rejects.
  const watching = watchOver();

  return {
    url,
    stop: async () => {
      isStopping = true;
      await current.stop();
      await watching;
      // A start that was in progress when `stop` was called.
      await current.stop();
    },
  };
}
