import { createHttpLoad, PEER_SESSION, signPeerToken } from '../http-load.ts';
import { interleave } from '../measure.ts';
import { startPeer } from '../peers.ts';
import { openProduct, type Product, signUp } from '../product.ts';
import { atLeast, medianOf, type Row } from '../row.ts';

const SCENES = 200;
/** Owner and administrators of the workspace: a gateway serves few requests of one person at once. */
const PEOPLE = 8;
/** Allowed difference of sizes: the peer writes milliseconds, not microseconds. */
const SAME_BYTES = 0.05;

/** Fills the workspace by SQL beyond the limits of its plan, and inserts the peer's session. */
async function prepare({ db }: Product, account: string): Promise<void> {
  await db.raw(
    `insert into compositions (id, account_id, name, created_by, updated_by)
     select gen_random_uuid(), id, 'Scene ' || n, owner_id, owner_id from accounts, generate_series(1, ?) n where id = ?`,
    [SCENES, account],
  );
  await db.raw(
    `insert into account_members (account_id, user_id, role) select ?, id, 'admin' from users
     where id <> (select owner_id from accounts where id = ?)`,
    [account, account],
  );
  await db.raw('analyze');
  await db.raw('create table bench_sessions (id uuid primary key)');
  await db('bench_sessions').insert({ id: PEER_SESSION });
}

async function read(url: string, path: string, token: string): Promise<{ length: number; members: number }> {
  const response = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  const text = await response.text();
  return { length: text.length, members: JSON.parse(text).member.length };
}

export const apiList: Row = {
  name: 'api-list',
  what: `pages of 60 of ${SCENES} scenes for ${PEOPLE} people through the full middleware; the peer checks a token, reads a session, the page and the count`,
  run: async () => {
    await using product = await openProduct();
    const account = product.account.split('/').at(-1) ?? '';
    const path = `/api/compositions?account.uuid=${account}`;
    const others = await Promise.all(Array.from({ length: PEOPLE - 1 }, () => signUp(product.stack.url)));
    await prepare(product, account);
    using peer = await startPeer('list-server.ts', {
      DATABASE_URL: product.stack.run().addresses.database ?? '',
      ACCOUNT: account,
      ORIGIN: product.stack.url,
    });
    const token = await signPeerToken();
    const [ours, theirs] = await Promise.all([
      read(product.stack.url, path, product.token),
      read(peer.url, path, token),
    ]);
    if (ours.members !== theirs.members || Math.abs(1 - theirs.length / ours.length) > SAME_BYTES) {
      throw new Error(`The answers differ: ${JSON.stringify({ ours, theirs })}`);
    }
    const load = await createHttpLoad();
    const measured = await interleave([
      load.contender(
        'diorama',
        product.stack.url,
        [product, ...others].map((person) => ({ path, token: person.token })),
      ),
      load.contender('koa + knex', peer.url, [{ path, token }]),
    ]);
    return {
      unit: '/s',
      measured,
      goals: [
        atLeast('of koa + knex', medianOf(measured, 'diorama') / medianOf(measured, 'koa + knex'), 1.4),
      ],
      notes: load.p99().map((one) => `p99 of ${one.name}: ${one.median} ms`),
    };
  },
};
