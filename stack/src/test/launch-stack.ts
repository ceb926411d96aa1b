import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../env.ts';
import { endStaleProcesses, type Run, readRun } from '../run-file.ts';

/** The whole product, as `npm start` runs it, on a free port and a separate data folder. */
export type LaunchedStack = {
  url: string;
  port: number;
  dataDir: string;
  /** All output so far. */
  output(): string;
  /** The current processes and addresses. */
  run(): Run;
  /** Sends SIGTERM and waits. @returns the exit status. */
  terminate(): Promise<number | null>;
  /** Sends SIGKILL to the start command alone. */
  kill(): Promise<void>;
  /** Ends all remaining processes and removes the data folder. */
  dispose(): Promise<void>;
};

const READY_WITHIN_MS = 300_000;
/**
 * Below the ephemeral ports of operating systems, so that no other connection takes a port between choice and
 * use.
 */
const PORTS = { from: 20_000, count: 10_000 } as const;
const PORTS_TRIED = 10;

/**
 * Starts the product and waits for its ready line.
 * @param options `dataDir` and `port` of a killed stack, to start it again; `env` is added to the
 * environment.
 * @throws Error with the output when it ends instead.
 */
export async function launchStack(
  options: { dataDir?: string; port?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<LaunchedStack> {
  const dataDir = options.dataDir ?? makeDataDir();
  if (options.port !== undefined) {
    return launchOn(options.port, dataDir, options.env);
  }
  for (let tried = 1; ; tried++) {
    const port = PORTS.from + randomInt(PORTS.count);
    try {
      return await launchOn(port, dataDir, options.env);
    } catch (err) {
      const isTaken = err instanceof Error && /Port \d+ is in use|cannot listen on/.test(err.message);
      if (!isTaken || tried === PORTS_TRIED) {
        throw err;
      }
    }
  }
}

async function launchOn(port: number, dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<LaunchedStack> {
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'stack/src/main.ts')], {
    cwd: PROJECT_ROOT,
    env: {
      ...process.env,
      // Shared by all test starts, because each has a separate data folder.
      NODE_COMPILE_CACHE: join(PROJECT_ROOT, '.data/compile-cache'),
      ...env,
      PORT: String(port),
      DIORAMA_DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const readyLine = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Diorama is ready at ')) {
        readyLine.resolve();
      }
    });
  }
  child.once('exit', () => readyLine.reject(new Error(`The stack ended:\n${output}`)));
  const timer = setTimeout(() => {
    readyLine.reject(new Error(`The stack is not ready in time:\n${output}`));
    child.kill('SIGTERM');
  }, READY_WITHIN_MS);
  try {
    await readyLine.promise;
  } finally {
    clearTimeout(timer);
  }
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    output: () => output,
    run: () => runOn(dataDir),
    terminate: () => end(child, 'SIGTERM'),
    kill: async () => {
      await end(child, 'SIGKILL');
    },
    dispose: async () => {
      await end(child, 'SIGTERM');
      await endStaleProcesses(dataDir);
      // Children of killed processes may write until they notice.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/**
 * An installation that something else started.
 * @param dataDir its data folder; null for one on another machine, of which only the address is known.
 */
export function stackAt(url: string, dataDir: string | null): LaunchedStack {
  const refuse = () => {
    throw new Error(`This is not known of ${url}`);
  };
  return {
    ...{ url, port: Number(new URL(url).port), dataDir: dataDir ?? '' },
    run: () => (dataDir === null ? refuse() : runOn(dataDir)),
    ...{ output: refuse, terminate: refuse, kill: refuse },
    dispose: async () => undefined,
  };
}

/** The current processes and addresses on a data folder. */
function runOn(dataDir: string): Run {
  const run = readRun(dataDir);
  if (!run) {
    throw new Error(`No start has written its processes to ${dataDir}`);
  }
  return run;
}

/** PostgreSQL runs as another user when this one is root, and must reach the folder. */
function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'diorama-stack-'));
  chmodSync(dataDir, 0o711);
  return dataDir;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}
