import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { type Contender, type Measured, summarise } from './measure.ts';
import { loadPeer } from './peers.ts';

const KEY = 'k'.repeat(32);
/** The only session in the peers' database. */
export const PEER_SESSION = '00000000-0000-4000-8000-000000000000';
const SECONDS = 2;
const CONNECTIONS = 16;
/** Reads per second of the background load that runs during another measurement. */
const PACED_RATE = 100;
const PACED_SECONDS = 4;

type Autocannon = (options: object) => Promise<{
  requests: { average: number };
  latency: { p99: number };
  non2xx: number;
  errors: number;
}>;

/** Requests one path from several servers as fast as they answer, and records the latencies. */
export type HttpLoad = {
  /** @throws Error during its run when a response is not a success. */
  contender(name: string, url: string, token: string): Contender;
  /** The 99th percentile of each contender's rounds, in milliseconds. */
  p99(): Measured[];
};

/** Creates a load test of `path` that uses a few connections for each contender. */
export async function createHttpLoad(path: string): Promise<HttpLoad> {
  const autocannon = (await loadPeer<{ default: Autocannon }>('autocannon')).default;
  const latencies = new Map<string, number[]>();
  return {
    contender: (name, url, token) => ({
      name,
      run: async () => {
        const result = await autocannon({
          url: `${url.replace('localhost', '127.0.0.1')}${path}`,
          connections: CONNECTIONS,
          duration: SECONDS,
          headers: { authorization: `Bearer ${token}` },
        });
        if (result.errors + result.non2xx > 0) {
          throw new Error(`${name}: ${result.errors} errors, ${result.non2xx} answers that are no success`);
        }
        latencies.set(name, [...(latencies.get(name) ?? []), result.latency.p99]);
        return result.requests.average;
      },
    }),
    p99: () => [...latencies].map(([name, values]) => summarise(name, values)),
  };
}

/**
 * Returns the 99th percentile latency of evenly paced reads, in milliseconds.
 * @throws Error when a read fails.
 */
export async function pacedP99(url: string, token: string): Promise<number> {
  const autocannon = (await loadPeer<{ default: Autocannon }>('autocannon')).default;
  const result = await autocannon({
    url: url.replace('localhost', '127.0.0.1'),
    connections: CONNECTIONS,
    overallRate: PACED_RATE,
    duration: PACED_SECONDS,
    headers: { authorization: `Bearer ${token}` },
  });
  if (result.errors + result.non2xx > 0) {
    throw new Error(`${result.errors} errors, ${result.non2xx} answers that are no success`);
  }
  return result.latency.p99;
}

/** A peer's server in a separate process. */
export type PeerServer = { kind: string; url: string; child: ChildProcess };

/** Starts `servers/<file>` as one of its kinds. */
export async function startPeer(
  file: string,
  kind: string,
  env: Record<string, string>,
): Promise<PeerServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'servers', file)], {
    env: { PATH: process.env.PATH, KIND: kind, KEY, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  return { kind, url: `http://127.0.0.1:${port}`, child };
}

/** Signs a token that every peer accepts. */
export function signPeerToken(): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(PEER_SESSION)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(KEY));
}
