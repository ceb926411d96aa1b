import { createDb } from '@diorama/shared/server/db/knex.ts';
import { createHttpLoad, PEER_SESSION, signPeerToken, startPeer } from '../http-load.ts';
import { interleave } from '../measure.ts';
import { openProduct, type Product } from '../product.ts';
import { atLeast, atMost, medianOf, type Row } from '../row.ts';

const KINDS = ['koa', 'bare', 'fastify', 'koa-knex'] as const;

/** Stores the peers' data in the product's database: exactly the bytes that the product sends. */
async function prepare(product: Product, path: string): Promise<void> {
  const response = await fetch(`${product.stack.url}${path}`, {
    headers: { Authorization: `Bearer ${product.token}` },
  });
  const body = await response.text();
  const db = createDb(product.stack.run().addresses.database ?? '', { name: 'bench' });
  await db.raw('create table bench_scenes (id uuid primary key, body text not null)');
  await db.raw('create table bench_sessions (id uuid primary key)');
  await db('bench_scenes').insert({ id: path.split('/').at(-1), body });
  await db('bench_sessions').insert({ id: PEER_SESSION });
  await db.destroy();
}

export const apiScene: Row = {
  name: 'api-scene',
  what: 'authenticated reads of one scene through the full middleware; the peers check a token, read a session and send the same bytes',
  run: async () => {
    await using product = await openProduct();
    const scene = await product.api('POST', '/api/compositions', { name: 'Bench' });
    const path = `/api/compositions/${scene.uuid}`;
    await prepare(product, path);
    const env = { DATABASE_URL: product.stack.run().addresses.database ?? '' };
    const peers = await Promise.all(KINDS.map((kind) => startPeer('scene-server.ts', kind, env)));
    using ends = new DisposableStack();
    for (const { child } of peers) {
      ends.defer(() => child.kill());
    }
    const token = await signPeerToken();
    const load = await createHttpLoad(path);
    const measured = await interleave([
      load.contender('diorama', product.stack.url, product.token),
      ...peers.map(({ kind, url }) => load.contender(`${kind} + pg`, url, token)),
    ]);
    const p99 = load.p99();
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
