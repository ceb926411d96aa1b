import { createHttpLoad, PEER_SESSION, type Read, signPeerToken } from '../http-load.ts';
import { interleave } from '../measure.ts';
import { startPeer } from '../peers.ts';
import { openProduct, type Product, signUp } from '../product.ts';
import { atLeast, atMost, medianOf, type Row } from '../row.ts';

const KINDS = ['koa', 'bare', 'fastify', 'koa-knex'] as const;

/** People who read, each a scene of their own: a gateway serves few requests of one person at once. */
const PEOPLE = 8;

/** Makes a scene of a new person, and returns how it is read. */
async function makeRead(url: string): Promise<Read> {
  const { token, api } = await signUp(url);
  const scene = await api('POST', '/api/compositions', { name: 'Bench' });
  return { path: `/api/compositions/${scene.uuid}`, token };
}

/** Stores the peers' data in the product's database: the same bytes that the product sends. */
async function prepare({ db, stack }: Product, reads: readonly Read[]): Promise<void> {
  await db.raw('create table bench_scenes (id uuid primary key, body text not null)');
  await db.raw('create table bench_sessions (id uuid primary key)');
  for (const { path, token } of reads) {
    const response = await fetch(`${stack.url}${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    await db('bench_scenes').insert({ id: path.split('/').at(-1), body: await response.text() });
  }
  await db('bench_sessions').insert({ id: PEER_SESSION });
}

export const apiScene: Row = {
  name: 'api-scene',
  what: `reads of scenes by ${PEOPLE} people through the full middleware; the peers check a token, read a session and send the same bytes`,
  run: async () => {
    await using product = await openProduct();
    const { url } = product.stack;
    const reads = await Promise.all(Array.from({ length: PEOPLE }, () => makeRead(url)));
    await prepare(product, reads);
    const DATABASE_URL = product.stack.run().addresses.database ?? '';
    using ends = new DisposableStack();
    const peers = await Promise.all(
      KINDS.map(async (KIND) => {
        const { url } = ends.use(await startPeer('scene-server.ts', { KIND, DATABASE_URL }));
        return { kind: KIND, url };
      }),
    );
    const token = await signPeerToken();
    const load = await createHttpLoad();
    const measured = await interleave([
      load.contender('diorama', url, reads),
      load.contender('diorama, one person', url, reads.slice(0, 1)),
      ...peers.map((peer) =>
        load.contender(
          `${peer.kind} + pg`,
          peer.url,
          reads.map(({ path }) => ({ path, token })),
        ),
      ),
    ]);
    const p99 = load.p99();
    const ours = medianOf(measured, 'diorama');
    return {
      unit: '/s',
      measured,
      goals: [
        atLeast('of koa + pg', ours / medianOf(measured, 'koa + pg'), 0.9),
        atLeast('of bare node:http + pg', ours / medianOf(measured, 'bare + pg'), 0.65),
        atLeast(
          'one person, of bare node:http + pg',
          medianOf(measured, 'diorama, one person') / medianOf(measured, 'bare + pg'),
          0.6,
        ),
        atMost('p99 of koa + pg', medianOf(p99, 'diorama') / medianOf(p99, 'koa + pg'), 1.5),
      ],
      notes: p99.map((one) => `p99 of ${one.name}: ${one.median} ms`),
    };
  },
};
