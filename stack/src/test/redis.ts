import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { findFreePort } from '../ports.ts';

/** Whether `redis-server` is on the PATH. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** URL of a Redis that the operations tests run. */
export const REDIS_ELSEWHERE = process.env.TEST_REDIS_URL;

const PORTS_TRIED = 5;

export type TestRedis = {
  url: string;
  /** Kills the server like a crash. Its data is lost, because it is not stored on disk. */
  kill(): Promise<void>;
  /** Starts it on the same port after `kill`. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Sends a command. */
  command(name: string, ...args: string[]): Promise<unknown>;
};

/** A Redis that a suite shares with others. */
export type SharedRedis = Pick<TestRedis, 'url' | 'stop'>;

/** Returns the Redis that the operations tests run, or else runs one. For suites that never kill it. */
export async function openTestRedis(): Promise<SharedRedis> {
  return REDIS_ELSEWHERE ? { url: REDIS_ELSEWHERE, stop: async () => undefined } : startTestRedis();
}

/** Runs a Redis for one test on a free port, in memory only. `args` are options of `redis-server`. */
export async function startTestRedis(args: readonly string[] = []): Promise<TestRedis> {
  let port = 0;
  const folder = mkdtempSync(join(tmpdir(), 'diorama-redis-'));
  let server: ChildProcess;
  const start = async () => {
    server = spawn(
      'redis-server',
      ['--port', String(port), '--save', '', '--appendonly', 'no', '--dir', folder, ...args],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    if (!server.stdout) {
      throw new Error('redis-server has no output');
    }
    for await (const line of createInterface({ input: server.stdout })) {
      if (line.includes('Ready to accept connections')) {
        server.stdout.resume();
        return;
      }
    }
    throw new Error(`redis-server did not start on the port ${port}`);
  };
  /** Redis cannot choose a free port itself. When the port is taken by then, another one is tried. */
  const startSomewhere = async () => {
    for (let tried = 1; ; tried++) {
      port = await findFreePort();
      try {
        return await start();
      } catch (err) {
        if (tried === PORTS_TRIED) {
          throw err;
        }
      }
    }
  };
  const kill = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    }
  };
  await startSomewhere();
  return {
    url: `redis://127.0.0.1:${port}`,
    command: async (name, ...rest) => {
      const client = new Redis(port, '127.0.0.1');
      try {
        return await client.call(name, ...rest);
      } finally {
        client.disconnect();
      }
    },
    kill,
    start,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
