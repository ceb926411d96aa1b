import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Failpoint } from '@diorama/shared/server/runtime/failpoint.ts';
import type { ProcessName } from '@diorama/shared/server/runtime/process-secrets.ts';
import { PROJECT_ROOT } from '../env.ts';

/** A process of the product that a test has started. */
export type Killable = {
  /** Resolves with the port of the process from its log. */
  port: Promise<number>;
  /** Resolves with the signal that ended the process, or null for a normal exit. */
  ended: Promise<NodeJS.Signals | null>;
  end(): Promise<void>;
};

/** Starts a process of the product as the start command does. With a failpoint it kills itself there. */
export function startProcess(
  name: ProcessName,
  env: NodeJS.ProcessEnv,
  failpoint: Failpoint | null = null,
): Killable {
  const child = spawn(process.execPath, [join(PROJECT_ROOT, name, 'src/main.ts')], {
    env: { ...env, ...(failpoint === null ? {} : { DIORAMA_FAILPOINT: failpoint }) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null);
  return {
    port: readPort(child.stdout),
    ended,
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Reads the port from the log line about listening. Never resolves without such a line. */
function readPort(output: NodeJS.ReadableStream): Promise<number> {
  return new Promise((resolve) => {
    createInterface({ input: output }).on('line', (line) => {
      const port = /"port":(\d+).*"listening"/.exec(line)?.[1];
      if (port !== undefined) {
        resolve(Number(port));
      }
    });
  });
}
