import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A gateway in a separate process. */
export type ForkedGateway = { url: string; end: (signal: NodeJS.Signals) => Promise<void> };

/**
 * Starts a bundled gateway, and waits until it listens.
 * @throws Error when it ends before
 */
export async function forkGateway(file: string, env: NodeJS.ProcessEnv): Promise<ForkedGateway> {
  const child: ChildProcess = fork(file, { env });
  const early = new AbortController();
  child.once('exit', () => early.abort(new Error('The gateway ended before it listened')));
  const [port] = await once(child, 'message', { signal: early.signal });
  return {
    url: `http://127.0.0.1:${port}`,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) {
        return;
      }
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}
