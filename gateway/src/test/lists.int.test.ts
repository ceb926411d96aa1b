// @module-tag full
import { routes } from '@diorama/shared/contract/index.ts';
import { canSeeAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { eraseScenes } from '@diorama/shared/server/scenes/erase-scenes.queries.ts';
import { findObjectAccess } from '@diorama/shared/server/scenes/public-scenes.queries.ts';
import { claimOrphans } from '@diorama/shared/server/storage/storage-sweep.queries.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from './harness.ts';
import { LISTS, VIEWS } from './list-addresses.ts';
import { recorded, recordStatements, type Statement } from './statements.ts';

const FEW = 3;
const MANY = 10_000;
/** Row count below which a sequential scan is justified. */
const LARGE = 5_000;

/** Lists of constant length, from a table in the code. */
const CONSTANT: ReadonlySet<string> = new Set([
  'listPrivacies',
  'listPlans',
  'listPlanPrices',
  'listSceneCategories',
  'listModelLibraryCategories',
  'listMaterialLibraryCategories',
  // At most 50 versions are kept.
  'listLibraryVersions',
]);

/** Fills a workspace with `count` rows of each kind. */
async function fill(db: Knex, person: Person, count: number): Promise<{ scene: string; project: string }> {
  const [scene, project] = [uuidv7(), uuidv7()];
  const owner = person.userId;
  const account = person.accountId;
  const run = (text: string, values: unknown[]) => db.raw(text, values as never);
  await run(
    `insert into projects (id, account_id, name, name_key, created_by)
    select case when n = 1 then ?::uuid else gen_random_uuid() end, ?, 'Project ' || n, 'project ' || n, ? from generate_series(1, ?::int) n`,
    [project, account, owner, Math.min(count, 1_000)],
  );
  await run(
    `insert into compositions (id, account_id, name, project_id, created_by, updated_by, updated_at, deleted_at)
    select case when n = 1 then ?::uuid else gen_random_uuid() end, ?, 'Scene ' || n, case when n % 10 = 1 then ?::uuid end, ?, ?,
      now() - n * interval '1 minute', case when n % 10 = 9 then now() end from generate_series(1, ?::int) n`,
    [scene, account, project, owner, owner, count],
  );
  await run(
    `insert into users (id, name, email, avatar_color)
    select gen_random_uuid(), 'Person ' || n, n || ?, '#888888' from generate_series(1, ?::int) n`,
    [`-${account}@many.test`, count],
  );
  await run(
    `insert into accounts (id, owner_id, name) select gen_random_uuid(), id, 'Workspace of ' || name from users where email like '%-' || ? || '@many.test'`,
    [account],
  );
  await run(
    `insert into composition_members (composition_id, user_id, role)
     select c.id, u.id, 1
     from (select id, row_number() over (order by id) as n from compositions where account_id = ?) c
     join (select id, row_number() over (order by id) as n from users where email like '%-' || ? || '@many.test') u using (n)`,
    [account, account],
  );
  await run(
    `insert into invitations (id, account_id, email, role, subject, entity_ids, created_by, expires_at)
    select gen_random_uuid(), ?, n || '@invited.test', 1, 'compositions', array[case when n % 100 = 0 then ?::uuid else gen_random_uuid() end], ?, now() + interval '1 day' from generate_series(1, ?::int) n`,
    [account, scene, owner, count],
  );
  await run(
    `insert into referrals (id, account_id, referrer_id, email)
    select gen_random_uuid(), ?, ?, n || '@friend.test' from generate_series(1, ?::int) n`,
    [account, owner, count],
  );
  await run(
    `insert into objects (id, account_id, sha256, key, size, content_type, created_at)
    select gen_random_uuid(), ?, decode(md5(n::text), 'hex'), ? || n, 1, 'model/gltf-binary', now() - interval '2 days' from generate_series(1, ?::int) n`,
    [account, `${account}/`, count],
  );
  await run(
    `insert into assets (id, account_id, composition_id, created_by, type, name, size, status, original_object, main_object)
    select gen_random_uuid(), ?, ?, ?, n % 3, 'asset ' || n, 1, 'ready', o.id, o.id
    from unnest(array(select id from objects where account_id = ?)) with ordinality as o (id, n)`,
    [account, scene, owner, account],
  );
  await run(
    // Unrelated rows, which no plan for empty tables makes slow.
    `insert into composition_assets (composition_id, asset_id)
     select scene, asset from unnest(array(select id from compositions where account_id = ?),
       array(select id from assets where account_id = ?)) as both_of (scene, asset)`,
    [account, account],
  );
  await run(
    `insert into comments (id, composition_id, author_id, text)
    select gen_random_uuid(), c.id, ?, 'Hello' from compositions c where c.account_id = ?`,
    [owner, account],
  );
  await run(
    `insert into comments (id, composition_id, author_id, text)
    select gen_random_uuid(), ?, ?, 'Hello ' || n from generate_series(1, ?::int) n`,
    [scene, owner, count],
  );
  await run(
    `insert into comments (id, composition_id, visitor_name, text)
    select gen_random_uuid(), ?, 'Visitor ' || n, 'Hello' from generate_series(1, ?::int) n`,
    [scene, Math.min(count, 500)],
  );
  await run(
    `with made as (
       insert into scene_outputs (id, composition_id, revision, document, status)
       values (gen_random_uuid(), ?, 1, '{}', 'completed') returning id, composition_id)
     update compositions c set status = 'published', privacy = 'public', sharing = '{"allowComment": true}',
       published_output_id = made.id
     from made where c.id = made.composition_id`,
    [scene],
  );
  await run(
    `insert into discounts (id, code, percentage, starts_at, created_by)
    select gen_random_uuid(), ? || n, 10, now(), ? from generate_series(1, ?::int) n`,
    [`${account}-`, owner, count],
  );
  await run(
    `insert into scene_versions (id, composition_id, revision, automatic, document, created_by, created_at)
    select gen_random_uuid(), c.id, 1, true, '{}', ?, now() from compositions c where c.account_id = ?`,
    [owner, account],
  );
  await run(
    `insert into scene_versions (id, composition_id, revision, automatic, document, created_by, created_at)
    select gen_random_uuid(), ?, n, true, '{}', ?, now() - n * interval '1 minute' from generate_series(1, ?::int) n`,
    [scene, owner, count],
  );
  await run(
    `insert into tags (id, account_id, name, name_key, color)
    select gen_random_uuid(), ?, 'Tag ' || n, 'tag ' || n, 'grey' from generate_series(1, ?::int) n`,
    [account, Math.min(count, 500)],
  );
  await run(
    `insert into invoices (id, account_id, number, amount)
    select gen_random_uuid(), ?, ? || n, 100 from generate_series(1, ?::int) n`,
    [account, `${account}-`, count],
  );
  await run(
    `insert into orders (id, account_id, plan_price, amount, total_amount, months, status, provider, transaction_id)
    select gen_random_uuid(), ?, gen_random_uuid(), 100, 100, 1, 6, 'sandbox', 'tx-' || n || ? from generate_series(1, ?::int) n`,
    [account, account, count],
  );
  await run(
    `insert into payment_sources (id, account_id, type, provider, provider_ref)
    select gen_random_uuid(), ?, 0, 'sandbox', ? || n from generate_series(1, ?::int) n`,
    [account, `${account}-`, Math.min(count, 100)],
  );
  await run(
    `insert into sessions (id, user_id, current_hash, remember, expires_at)
    select gen_random_uuid(), ?, '\\x00', true, now() + interval '1 day' from generate_series(1, ?::int) n`,
    [owner, Math.min(count, 200)],
  );
  await run(
    `insert into library_items (id, kind, account_id, material, name, created_by)
    select gen_random_uuid(), 'material', ?, '{}', 'Oak ' || n, ? from generate_series(1, ?::int) n`,
    [account, owner, count],
  );
  await run(
    `with made as (
       insert into library_items (id, kind, account_id, name, created_by)
       select gen_random_uuid(), 'component', ?, 'Chair ' || n, ? from generate_series(1, ?::int) n returning id)
     insert into library_versions (id, item_id, number, document)
     select gen_random_uuid(), made.id, n, '{}' from made, generate_series(1, 2) n`,
    [account, owner, count],
  );
  return { scene, project };
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Parent Relationship'?: string; Plans?: Plan[] };

/** The large tables that a statement scans completely to create its page. Counts are excluded. */
async function readWhole(db: Knex, statement: Statement, large: ReadonlySet<string>): Promise<string[]> {
  if (!/^\s*(select|with|delete)\b/i.test(statement.text) || /^\s*select count\(/i.test(statement.text)) {
    return [];
  }
  const connection = await db.client.acquireConnection();
  try {
    const { rows } = await connection.query(`explain (format json) ${statement.text}`, statement.values);
    return findScans(rows[0]['QUERY PLAN'][0].Plan, large);
  } finally {
    await db.client.releaseConnection(connection);
  }
}

function findScans(plan: Plan, large: ReadonlySet<string>): string[] {
  if (plan['Parent Relationship'] === 'InitPlan') {
    return [];
  }
  const own = plan['Node Type'] === 'Seq Scan' && large.has(plan['Relation Name'] ?? '');
  return [
    ...(own ? [plan['Relation Name'] ?? ''] : []),
    ...(plan.Plans ?? []).flatMap((child) => findScans(child, large)),
  ];
}

/**
 * Statement that reads all scenes of an owner. Here these are a third of all scenes, which may be quicker to
 * read whole.
 * `large-installation.int.test.ts` measures it among the scenes of thousands of workspaces.
 */
const READS_OWN_SCENES = /distinct u\.thread_id/;

describe('a list', () => {
  let harness: Harness;
  let db: Knex;
  let large: ReadonlySet<string>;
  const places: Record<'few' | 'many', { person: Person; scene: string; project: string }[]> = {
    few: [],
    many: [],
  };

  beforeAll(async () => {
    harness = await startHarness({ OPERATOR_EMAILS: 'few@people.test,many@people.test' });
    db = createDb(harness.deps.env.databaseUrl, { name: 'lists-test', max: 1 });
    const few = await harness.signUpConfirmed('few');
    places.few.push({ person: few, ...(await fill(db, few, FEW)) });
    // Enough rows of others that the workspace's own are not the majority.
    for (const [name, count] of [
      ['many', MANY],
      ['others', 3 * MANY],
    ] as const) {
      const person = await harness.signUpConfirmed(name);
      places.many.push({ person, ...(await fill(db, person, count)) });
      // Also for the database's foreign key checks, which would keep plans from when tables were small.
      await db.raw('analyze');
    }
    const { rows } = await db.raw(`select relname from pg_class where relkind = 'r' and reltuples >= ?`, [
      LARGE,
    ]);
    large = new Set(rows.map((row: { relname: string }) => row.relname));
    // Hundreds of thousands of rows, on a machine that may be busy.
  }, 10 * 60_000);
  afterAll(async () => {
    await db.destroy();
    await harness.close();
  });

  const read = async (
    size: 'few' | 'many',
    address: (account: string, scene: string, project: string) => string,
  ) => {
    const [place] = places[size];
    if (!place) {
      throw new Error('Nothing was filled');
    }
    const { person, scene, project } = place;
    const path = address(person.accountId, scene, project);
    const ask = () => harness.call('GET', path, { token: person.token });
    const { result, statements } = await recordStatements(ask);
    expect(result.status, `${path}: ${result.text.slice(0, 200)}`).toBe(200);
    return statements;
  };

  it('is tested on large tables', () => {
    expect([...large]).toEqual(
      expect.arrayContaining([
        'accounts',
        'assets',
        'comments',
        'compositions',
        'invitations',
        'invoices',
        'members',
        'users',
      ]),
    );
  });

  for (const [name, address] of [...Object.entries(LISTS), ...Object.entries(VIEWS)]) {
    it(`needs the same statements for ${MANY} as for ${FEW}, without a full table scan: ${name}`, async () => {
      const [few, many] = [await read('few', address), await read('many', address)];
      const texts = (statements: Statement[]) => statements.map(({ text }) => text).toSorted();
      expect(texts(many)).toEqual(texts(few));
      const others = many.filter(({ text }) => !READS_OWN_SCENES.test(text));
      const scans = await Promise.all(others.map((statement) => readWhole(db, statement, large)));
      const whole = others.flatMap(({ text }, at) =>
        (scans[at] ?? []).map((table) => `${table}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`),
      );
      expect(whole).toEqual([]);
    });
  }

  describe('of file uses', () => {
    const work = async (act: () => Promise<unknown>) => {
      const { statements } = await recordStatements(
        () => new Promise<void>((resolve, reject) => recorded(() => act().then(() => resolve(), reject))),
      );
      expect(statements.length).toBeGreaterThan(0);
      // Storage and scene counts of a workspace are sums over all its rows.
      const asked = statements.filter(({ text }) => !/\b(?:sum|count)\(/.test(text));
      return (await Promise.all(asked.map((statement) => readWhole(db, statement, large)))).flat();
    };
    const ofMany = (table: string) => db(table).where({ account_id: places.many[0]?.person.accountId });

    it('needs no full table scan for one file', async () => {
      const asset = await ofMany('assets').first('id', 'main_object');
      const guest = await harness.signUp('guest');
      expect(await work(() => canSeeAsset(db, asset?.id, guest.userId))).toEqual([]);
      expect(await work(() => findObjectAccess(db, asset?.main_object))).toEqual([]);
    });

    it('needs no full table scan to erase a scene with its files', async () => {
      const scene = await ofMany('compositions').whereNotNull('deleted_at').first('id');
      expect(await work(() => db.transaction((trx) => eraseScenes(trx, [scene?.id])))).toEqual([]);
    });

    it('is swept by objects and their references only', async () => {
      const tables = await work(() => db.transaction((trx) => claimOrphans(trx)));
      expect(tables.filter((table) => table !== 'objects' && table !== 'object_refs')).toEqual([]);
    });
  });

  it('of a small workspace needs no full scan of the shared tables', async () => {
    const statements = await read('few', (account) => `/api/accounts/${account}`);
    const scans = await Promise.all(statements.map((statement) => readWhole(db, statement, large)));
    expect(scans.flat()).toEqual([]);
  });

  it('is covered above for every list route', () => {
    const names = Object.keys(routes).filter((name) => name.startsWith('list') && !CONSTANT.has(name));
    expect(names.toSorted()).toEqual(Object.keys(LISTS).toSorted());
  });
});
