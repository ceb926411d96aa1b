import { fillInstallation, SIZES, type Sizes } from '@diorama/gateway/test/large-installation.ts';
import { type Measured, percentile, timesOfParts } from '../measure.ts';
import { openProduct, type Product } from '../product.ts';
import { atMost, type Row } from '../row.ts';

const LARGE = { ...SIZES, jobs: 1_000_000 };
const HUNDREDTH = 100;
const CALLS = 40;
const WARM_UP = 5;
const MAX_RATIO = 1.5;
/** The library counts all items of a workspace; docs/decisions/0012 has the reason. */
const MAX_LIBRARY_RATIO = 1.6;
const LIBRARY = /library/;
/** Items of a page, which the smaller installation has too. */
const PAGE = 'itemsPerPage=20';

type Place = { account: string; scene: string };
/** Calls of the pages that list something. */
const CALLED: Readonly<Record<string, (place: Place) => string>> = {
  scenes: ({ account }) => `/api/compositions?account.uuid=${account}&${PAGE}`,
  'scenes by name': ({ account }) => `/api/compositions?account.uuid=${account}&order[name]=asc&${PAGE}`,
  search: ({ account }) => `/api/compositions?account.uuid=${account}&name=Scene%201&${PAGE}`,
  library: ({ account }) => `/api/library/materials?account.uuid=${account}&mine=true&${PAGE}`,
  'search in the library': ({ account }) =>
    `/api/library/materials?account.uuid=${account}&q=Oak%201&${PAGE}`,
  'comments of a workspace': ({ account }) => `/api/comments?account.uuid=${account}&${PAGE}`,
  'comments of a scene': ({ scene }) => `/api/compositions/${scene}/comments?order[activeAt]=desc&${PAGE}`,
  'unread comments': () => '/api/comments/unread',
  people: ({ account }) => `/api/members?account.uuid=${account}&${PAGE}`,
  invoices: ({ account }) => `/api/invoices?account.uuid=${account}&${PAGE}`,
  'operators: overview': () => '/api/operators/overview',
  'operators: workspaces': () => `/api/operators/accounts?${PAGE}`,
  'operators: orders': () => `/api/operators/orders?${PAGE}`,
};

/** Starts an installation of a size. */
async function open(sizes: Sizes & { jobs: number }): Promise<{ product: Product; place: Place }> {
  const product = await openProduct({ OPERATOR_EMAILS: 'operator@diorama.test' });
  await using failing = new AsyncDisposableStack();
  failing.use(product);
  const { db } = product;
  const accountId = product.account.split('/').at(-1) ?? '';
  const { owner_id: userId } = await db('accounts').where({ id: accountId }).first('owner_id');
  await db('accounts').where({ id: accountId }).update({ plan: 'enterprise' });
  // An operator is known by an address that is confirmed.
  await db('users')
    .where({ id: userId })
    .update({ email: 'operator@diorama.test', email_confirmed_at: db.fn.now() });
  const { account, scene } = await fillInstallation(db, { accountId, userId }, sizes);
  await db.raw(
    `insert into outbox_published (id, name, payload, created_at, published_at, publishes, check_at, settled_at)
     select uuidv7(), 'email.requested', '{}', now(), now(), 1, now(), now() from generate_series(1, ?::int)`,
    [sizes.jobs],
  );
  await db.raw(
    `insert into job_done (job_id) select uuidv7() || '-email.send' from generate_series(1, ?::int)`,
    [sizes.jobs],
  );
  await db.raw('vacuum analyze');
  failing.move();
  return { product, place: { account, scene } };
}

async function time({ token, stack }: Product, path: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${stack.url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${path} answered ${response.status}: ${text}`);
  }
  return performance.now() - startedAt;
}

export const growth: Row = {
  name: 'growth',
  what: `calls with ${LARGE.scenes} scenes, ${LARGE.comments} comments, ${LARGE.libraryItems} library items and ${LARGE.jobs} finished jobs, against a ${HUNDREDTH}th`,
  run: async () => {
    const hundredth = Object.fromEntries(
      Object.entries(LARGE).map(([name, count]) => [name, Math.ceil(count / HUNDREDTH)]),
    ) as Record<keyof typeof LARGE, number>;
    const large = await open(LARGE);
    await using ends = new AsyncDisposableStack();
    ends.use(large.product);
    const small = await open(hundredth);
    ends.use(small.product);
    const measured: Measured[] = [];
    const goals = [];
    for (const [name, pathOf] of Object.entries(CALLED)) {
      const parts = [name, `${name}, a ${HUNDREDTH}th`] as const;
      const times = await timesOfParts(parts, { warmUp: WARM_UP, turns: CALLS }, async () => ({
        [parts[0]]: await time(large.product, pathOf(large.place)),
        [parts[1]]: await time(small.product, pathOf(small.place)),
      }));
      measured.push(...times);
      // The lower quartile varies least beside other work of the machine.
      const [all = Number.NaN, few = Number.NaN] = times.map(({ values }) =>
        percentile(
          values.toSorted((a, b) => a - b),
          0.25,
        ),
      );
      goals.push(atMost(`times: ${name}`, all / few, LIBRARY.test(name) ? MAX_LIBRARY_RATIO : MAX_RATIO));
    }
    return { unit: 'ms', measured, goals, notes: [] };
  },
};
