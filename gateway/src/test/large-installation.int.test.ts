// @module-tag full
import { MAX_COUNTED_THREADS } from '@diorama/shared/domain/comment-states.ts';
import {
  releaseFailedOriginals,
  requestOldPictures,
} from '@diorama/shared/server/assets/asset-import.queries.ts';
import { settlePendingPictures } from '@diorama/shared/server/assets/pictures.queries.ts';
import { claimExpiringSources } from '@diorama/shared/server/billing/expiring-sources.queries.ts';
import { sweepSetups } from '@diorama/shared/server/billing/payment-setups.queries.ts';
import {
  endSubscriptions,
  renewSubscriptions,
} from '@diorama/shared/server/billing/subscriptions.queries.ts';
import { sweepOrders, sweepRefunds } from '@diorama/shared/server/billing/sweep-orders.queries.ts';
import { sendDueDigests } from '@diorama/shared/server/comments/comment-digests.queries.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { notifyOverdue } from '@diorama/shared/server/storage/overdue-storage.queries.ts';
import { recordOverflows } from '@diorama/shared/server/storage/overflows.queries.ts';
import {
  claimOrphans,
  emptyTrash,
  forgetExpired,
} from '@diorama/shared/server/storage/storage-sweep.queries.ts';
import { sweepInvitations } from '@diorama/shared/server/workspaces/invitation-changes.queries.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cost, measure, type PlanMode } from './explain.ts';
import { type Harness, type Person, startHarness } from './harness.ts';
import { fillInstallation, type LargeWorkspace } from './large-installation.ts';
import { LISTS, VIEWS } from './list-addresses.ts';
import { recorded, recordStatements, type Statement } from './statements.ts';

type Address = (account: string, scene: string, project: string) => string;

/** Calls of pages besides their lists. */
const PAGES: Record<string, Address> = {
  'the badge of unread threads': () => '/api/comments/unread',
  'the mark of a scene with unread threads': (_, scene) => `/api/comments/unread?composition.uuid=${scene}`,
  'the threads of a scene, as the editor loads them': (_, scene) =>
    `/api/compositions/${scene}/comments?order[activeAt]=desc`,
  'the workspace': (account) => `/api/accounts/${account}`,
  'scenes with a tag': (account) => `/api/compositions?account.uuid=${account}&tags[]=tag%207`,
};
/** Threads of a state are found from all comments that make it. */
const SETS: Record<string, Address> = {
  'own comments': () => '/api/comments?state=mine',
  'unread comments of a scene': (_, scene) => `/api/compositions/${scene}/comments?state=unread`,
  'own comments of a scene': (_, scene) => `/api/compositions/${scene}/comments?state=mine`,
};
/** The page of storage adds up all files of a workspace. */
const STORAGE: Address = (account) => `/api/accounts/${account}/storage`;
const DEEP = 'page=60&itemsPerPage=60';
const MODES: readonly PlanMode[] = ['force_custom_plan', 'force_generic_plan'];

/** Rows that a statement for a person with an empty workspace may look at. */
const FEW = 600;
/**
 * Row limit for a page of the large workspace: the rows before a deep page are skipped, and no others
 * are read.
 */
const PAGE = 20_000;
/** Row limit for counts and sums: as many as the workspace has, never those of others. */
const TOTAL = 60_000;
/** Row limit for a table that must not be read as a whole. */
const NEVER_WHOLE = 52_000;
/** Rows of a table whose rows are counted. */
const COUNTED = 5_000;

let harness: Harness;
let db: Knex;
let large: LargeWorkspace;
let owner: Person;
let small: Person;
let counted: ReadonlySet<string>;
let neverWhole: ReadonlySet<string>;

beforeAll(async () => {
  harness = await startHarness({ OPERATOR_EMAILS: 'large@people.test' });
  db = createDb(harness.deps.env.databaseUrl, { name: 'large-test', max: 1 });
  [owner, small] = [await harness.signUpConfirmed('large'), await harness.signUpConfirmed('small')];
  large = await fillInstallation(db, owner);
  const named = async (rows: number) => {
    const found = await db.raw(`select relname from pg_class where relkind = 'r' and reltuples >= ?`, [rows]);
    return new Set<string>(found.rows.map((row: { relname: string }) => row.relname));
  };
  [counted, neverWhole] = [await named(COUNTED), await named(NEVER_WHOLE)];
}, 10 * 60_000);
afterAll(async () => {
  await db.destroy();
  await harness.close();
});

const isQuery = ({ text }: Statement) => /^\s*(select|with|delete|update|insert)\b/i.test(text);
const isTotal = ({ text }: Statement) => /count\(\*\)|sum\(|array_agg/i.test(text);

/** Costs above the limits, as sentences; every statement is planned with its values and without them. */
async function findExcess(statements: readonly Statement[], limit: (statement: Statement) => number) {
  const excess: string[] = [];
  for (const statement of statements.filter(isQuery)) {
    for (const mode of MODES) {
      const cost = await measure(db, { statement, counted, mode });
      const whole = cost.wholeTables.filter((table) => neverWhole.has(table));
      if (cost.rowsTouched > limit(statement) || cost.rowsSorted > limit(statement) || whole.length > 0) {
        excess.push(tell(cost, statement, mode));
      }
    }
  }
  return excess;
}

function tell(cost: Cost, { text }: Statement, mode: PlanMode): string {
  return `${mode} ${JSON.stringify(cost)} ${text.replace(/\s+/g, ' ').slice(0, 300)}`;
}

async function statementsOf(person: Person, path: string): Promise<Statement[]> {
  const { result, statements } = await recordStatements(() =>
    harness.call('GET', path, { token: person.token }),
  );
  expect(result.status, `${path}: ${result.text.slice(0, 200)}`).toBeLessThan(405);
  return statements;
}

describe('a page in a large installation', () => {
  for (const [name, address] of Object.entries<Address>({ ...LISTS, ...VIEWS, ...PAGES, ...SETS })) {
    it(`reads only the rows that it shows: ${name}`, async () => {
      const path = address(large.account, large.scene, large.project);
      const deep = `${path}${path.includes('?') ? '&' : '?'}${DEEP}`;
      const statements = [...(await statementsOf(owner, path)), ...(await statementsOf(owner, deep))];
      const page = name in SETS ? TOTAL : PAGE;
      expect(await findExcess(statements, (statement) => (isTotal(statement) ? TOTAL : page))).toEqual([]);
    });
  }

  for (const [name, address] of Object.entries<Address>({ ...LISTS, ...VIEWS, ...PAGES, ...SETS })) {
    if (address('', '', '').includes('/operators/')) {
      continue;
    }
    it(`reads few rows for the owner of an empty workspace: ${name}`, async () => {
      const statements = await statementsOf(small, address(small.accountId, large.scene, large.project));
      expect(await findExcess(statements, () => FEW)).toEqual([]);
    });
  }

  it('counts the threads of a workspace up to a limit', async () => {
    const path = `/api/comments?account.uuid=${large.account}&itemsPerPage=20`;
    const answer = await harness.call('GET', path, { token: owner.token });
    expect(JSON.parse(answer.text)).toMatchObject({ totalItems: 20 + MAX_COUNTED_THREADS });
    const statements = await statementsOf(owner, path);
    const limit = 10 * MAX_COUNTED_THREADS;
    expect(await findExcess(statements, () => limit)).toEqual([]);
  });

  it('sums up only the files of its workspace for the storage', async () => {
    const path = STORAGE(large.account, large.scene, large.project);
    expect(await findExcess(await statementsOf(owner, path), () => 2 * TOTAL)).toEqual([]);
    expect(await findExcess(await statementsOf(small, STORAGE(small.accountId, '', '')), () => FEW)).toEqual(
      [],
    );
  });
});

/** Queries of the jobs of each minute and hour. */
const SWEEPS: Record<string, (trx: Knex.Transaction) => Promise<unknown>> = {
  'order.expire': async (trx) => [
    await sweepOrders(trx, Date.now()),
    await sweepSetups(trx),
    await sweepRefunds(trx),
  ],
  'subscription.end': endSubscriptions,
  'subscription.renew': renewSubscriptions,
  'comment.digest': (trx) => sendDueDigests(trx, 'https://diorama.test'),
  'invitation.expire': sweepInvitations,
  'payment-method.notify-expiring': claimExpiringSources,
  'asset.sweep': async (trx) => [
    await settlePendingPictures(trx),
    await releaseFailedOriginals(trx),
    await requestOldPictures(trx, 1_000),
  ],
  'storage.sweep': async (trx) => [
    await forgetExpired(trx),
    await recordOverflows(trx),
    await notifyOverdue(trx, 'https://diorama.test'),
    await emptyTrash(trx),
    await claimOrphans(trx),
  ],
};

/** Hourly sweeps over all rows: the quotas of all workspaces, and unreferenced objects. */
const WHOLE_SWEEPS = ['with limits (plan, storage, scenes)', 'delete from objects where id in'];

/** Records the statements of code outside a request. */
function inRecorded(run: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => recorded(() => run().then(resolve, reject)));
}

/** Rolls a sweep back, so that its statements can run again. */
async function runAndTakeBack(sweep: (trx: Knex.Transaction) => Promise<unknown>): Promise<void> {
  const trx = await db.transaction();
  try {
    await sweep(trx);
  } finally {
    await trx.rollback();
  }
}

describe('a sweep in a large installation', () => {
  for (const [name, sweep] of Object.entries(SWEEPS)) {
    it(`reads only due rows: ${name}`, async () => {
      const { statements } = await recordStatements(() => inRecorded(() => runAndTakeBack(sweep)));
      expect(statements.length).toBeGreaterThan(0);
      const excess = await findExcess(statements, () => PAGE);
      expect(excess.filter((told) => !WHOLE_SWEEPS.some((text) => told.includes(text)))).toEqual([]);
    });
  }
});
