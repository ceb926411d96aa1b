import { SignJWT } from 'jose';
import { type Contender, type Measured, summarise } from './measure.ts';
import { loadPeer, PEER_KEY } from './peers.ts';

/** The only session that the peers know. */
export const PEER_SESSION = '00000000-0000-4000-8000-000000000000';
const SECONDS = 2;
const CONNECTIONS = 16;
/** Background requests per second of the clients that are measured only for their latency. */
const PACED_RATE = 100;
const PACED_SECONDS = 4;

type Autocannon = (options: object) => Promise<{
  requests: { average: number };
  latency: { p99: number };
  non2xx: number;
  errors: number;
}>;

/** A request that some of the connections repeat. */
export type Read = { path: string; token: string };

type Client = { setRequests(requests: { path: string; headers: Record<string, string> }[]): void };

/** Load on several servers, with the latency of the slowest answers. */
export type HttpLoad = {
  /**
   * The connections share the reads evenly.
   * @throws Error in its run when any answer is no success.
   */
  contender(name: string, url: string, reads: readonly Read[]): Contender;
  /** The 99th percentile of each contender's rounds, in milliseconds. */
  p99(): Measured[];
};

/** Creates a load on any server, over a few connections. */
export async function createHttpLoad(): Promise<HttpLoad> {
  const autocannon = (await loadPeer<{ default: Autocannon }>('autocannon')).default;
  const latencies = new Map<string, number[]>();
  return {
    contender: (name, url, reads) => ({
      name,
      run: async () => {
        let opened = 0;
        const result = await autocannon({
          url: url.replace('localhost', '127.0.0.1'),
          connections: CONNECTIONS,
          duration: SECONDS,
          setupClient: (client: Client) => {
            const { path = '', token = '' } = reads[opened % reads.length] ?? {};
            opened += 1;
            client.setRequests([{ path, headers: { authorization: `Bearer ${token}` } }]);
          },
        });
        if (result.errors + result.non2xx > 0) {
          throw new Error(`${name}: ${result.errors} errors, ${result.non2xx} answers that are no success`);
        }
        latencies.set(name, [...(latencies.get(name) ?? []), result.latency.p99]);
        return result.requests.average;
      },
      check: async () => {
        await Promise.all(reads.map((read) => assertRead(url, read)));
      },
    }),
    p99: () => [...latencies].map(([name, values]) => summarise(name, values)),
  };
}

/** @throws Error unless the server answers with the resource of the path. */
export async function assertRead(url: string, { path, token }: Read): Promise<void> {
  const response = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  const body = await response.json();
  if (!response.ok || !path.startsWith(body['@id'])) {
    throw new Error(`${url}${path} answered ${response.status} with ${body['@id']}`);
  }
}

/** The 99th percentile, in milliseconds, of reads that come at an even pace. @throws Error when one is no success. */
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

/** A token that every peer takes. */
export function signPeerToken(): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(PEER_SESSION)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(PEER_KEY));
}
