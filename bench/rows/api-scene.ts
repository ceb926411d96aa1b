import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { SignJWT } from 'jose';
import { interleave, type Measured, summarise } from '../measure.ts';
import { loadPeer } from '../peers.ts';
import { openProduct, type Product } from '../product.ts';
import { atLeast, atMost, medianOf, type Row } from '../row.ts';

const KEY = 'k'.repeat(32);
const KINDS = ['koa', 'bare', 'fastify', 'koa-knex'] as const;
const SECONDS = 2;
const CONNECTIONS = 16;

type Autocannon = (options: object) => Promise<{
  requests: { average: number };
  latency: { p99: number };
  non2xx: number;
  errors: number;
}>;

/** Puts what the peers read into the product's own database: the very bytes that the product sends. */
async function prepare(product: Product, path: string): Promise<void> {
  const url = product.stack.run().addresses.database ?? '';
  const response = await fetch(`${product.stack.url}${path}`, {
    headers: { Authorization: `Bearer ${product.token}` },
  });
  const body = await response.text();
  const db = createDb(url, { name: 'bench' });
  await db.raw('create table bench_scenes (id uuid primary key, body text not null)');
  await db.raw('create table bench_sessions (id uuid primary key)');
  await db('bench_scenes').insert({ id: path.split('/').at(-1), body });
  await db('bench_sessions').insert({ id: '00000000-0000-4000-8000-000000000000' });
  await db.destroy();
}

async function startPeer(kind: string, databaseUrl: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../servers/scene-server.ts')], {
    env: { PATH: process.env.PATH, KIND: kind, DATABASE_URL: databaseUrl, KEY },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, child };
}

export const apiScene: Row = {
  name: 'api-scene',
  what: 'authenticated reads of one scene through the full middleware; the peers check a token, read a session and send the same bytes',
  run: async () => {
    const autocannon = (await loadPeer<{ default: Autocannon }>('autocannon')).default;
    const product = await openProduct();
    const scene = await product.api('POST', '/api/compositions', { name: 'Bench' });
    const path = `/api/compositions/${scene.uuid}`;
    await prepare(product, path);
    const databaseUrl = product.stack.run().addresses.database ?? '';
    const peers = await Promise.all(KINDS.map((kind) => startPeer(kind, databaseUrl)));
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('00000000-0000-4000-8000-000000000000')
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(KEY));

    const latencies = new Map<string, number[]>();
    const load = (name: string, url: string, bearer: string) => async () => {
      const result = await autocannon({
        url: `${url}${path}`,
        connections: CONNECTIONS,
        duration: SECONDS,
        headers: { authorization: `Bearer ${bearer}` },
      });
      if (result.errors + result.non2xx > 0) {
        throw new Error(`${name}: ${result.errors} errors, ${result.non2xx} answers that are no success`);
      }
      latencies.set(name, [...(latencies.get(name) ?? []), result.latency.p99]);
      return result.requests.average;
    };
    const measured = await interleave([
      {
        name: 'diorama',
        run: load('diorama', product.stack.url.replace('localhost', '127.0.0.1'), product.token),
      },
      ...peers.map(({ url }, at) => ({
        name: `${KINDS[at]} + pg`,
        run: load(`${KINDS[at]} + pg`, url, token),
      })),
    ]);
    for (const { child } of peers) {
      child.kill();
    }
    await product.close();
    const p99: Measured[] = [...latencies].map(([name, values]) => summarise(name, values));
    const ours = medianOf(measured, 'diorama');
    return {
      unit: '/s',
      measured,
      goals: [
        atLeast('of koa + pg', ours / medianOf(measured, 'koa + pg'), 0.9),
        atLeast('of bare node:http + pg', ours / medianOf(measured, 'bare + pg'), 0.65),
        atMost('p99 of koa + pg', medianOf(p99, 'diorama') / medianOf(p99, 'koa + pg'), 1.5),
      ],
      notes: p99.map((one) => `p99 of ${one.name}: ${one.median} ms`),
    };
  },
};
