import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../env.ts';

/** A process of the product with an HTTP endpoint, on a separate database. */
export type HttpProcess = {
  port: number;
  pid: number;
  /** All output so far. */
  output(): string;
  /** Whether the process that was started still runs, without a restart. */
  isAlive(): boolean;
  close(): Promise<void>;
};

const STARTS_WITHIN_MS = 60_000;
/** More than the duration of any answer, also on a busy machine. */
const LET_GO_MS = 30_000;

/**
 * Starts a process of the product on a port that it chooses itself.
 * @param portKey the field with the port in the log line about listening.
 */
export async function startHttpProcess(options: {
  name: string;
  databaseUrl: string;
  portKey: string;
  env?: Record<string, string>;
}): Promise<HttpProcess> {
  const { name, databaseUrl, portKey, env = {} } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'diorama-http-'));
  const child: ChildProcess = spawn(process.execPath, [join(PROJECT_ROOT, name, 'src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DIORAMA_DATA_DIR: dataDir,
      SECRET_KEY: 'x'.repeat(32),
      RATE_LIMIT_FACTOR: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listening = Promise.withResolvers<number>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const port = new RegExp(`"${portKey}":(\\d+)`).exec(output)?.[1];
      if (port !== undefined) {
        listening.resolve(Number(port));
      }
    });
  }
  child.once('exit', () => listening.reject(new Error(`${name} ended:\n${output}`)));
  const timer = setTimeout(
    () => listening.reject(new Error(`${name} listens nowhere:\n${output}`)),
    STARTS_WITHIN_MS,
  );
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const port = await listening.promise.finally(() => clearTimeout(timer));
  return {
    port,
    pid: child.pid ?? -1,
    output: () => output,
    isAlive,
    close: async () => {
      if (isAlive()) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Sends bytes to a port, and waits for the head of an answer or until the other side closes.
 * @param patienceMs the wait before this side closes, which also closes an incomplete request.
 */
export function sendRaw(port: number, bytes: Buffer | string, patienceMs = LET_GO_MS): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
      if (answer.includes('\r\n\r\n')) {
        socket.destroy();
      }
    });
    // The server may close before all bytes were written, which is a valid answer.
    socket.on('error', () => undefined);
    socket.setTimeout(patienceMs, () => socket.end());
    socket.on('close', () => resolve(answer));
    socket.write(bytes);
  });
}

/** The HTTP status of a raw response; 0 for none. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
}
