import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventName, EventPayload } from '@diorama/shared/events/index.ts';
import { jobsFor } from '@diorama/shared/events/subscriptions.ts';
import { type Payments, toPayments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import { createSandboxProvider } from '@diorama/shared/server/billing/providers/sandbox.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import type { JobContext } from '@diorama/shared/server/jobs/worker.ts';
import { createStore, type ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { type FakeClock, fakeClock } from '@diorama/shared/server/runtime/clock.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { createTestDatabase } from '@diorama/stack/test/database.ts';
import { makePerson, type TestPerson } from '@diorama/stack/test/factories.ts';
import { jobContext } from '@diorama/stack/test/job-context.ts';
import { billingJobHandlers } from '../billing-handlers.ts';

const PUBLIC_URL = 'https://diorama.test';
/** Email address of the operator of the test installation. */
export const OPERATOR = 'boss@people.test';

/** A database with workspaces, and the jobs of the billing worker, which run at once in this process. */
export type BillingWorld = {
  db: Knex;
  store: ObjectStore;
  clock: FakeClock;
  payments: Payments;
  /** Makes a workspace on Free. */
  createAccount(locale?: string): Promise<TestPerson>;
  /** Runs queued events, and the events they record, until none is left. `again` repeats a failed event. */
  drain(options?: { onError?: (error: unknown) => 'again' | 'throw' }): Promise<void>;
  /** Receives every event that runs. */
  onEvent: (name: EventName, payload: unknown) => void;
  /** Runs the jobs of one schedule tick. */
  tick(name: 'schedule.minute' | 'schedule.hour'): Promise<void>;
  close(): Promise<void>;
};

type Row = { id: string; name: EventName; payload: unknown };

const SELLER = {
  name: 'Diorama Ltd',
  address: ['1 Main Street', 'Dublin'],
  taxId: 'IE1',
  email: null,
  taxRate: null,
};

/**
 * @param options.payments replaces the sandbox
 * @param options.hasDocuments false disables the PDFs and mails of invoices
 */
export async function startBillingWorld(
  options: { payments?: Payments; hasDocuments?: boolean } = {},
): Promise<BillingWorld> {
  const dir = await mkdtemp(join(tmpdir(), 'diorama-billing-'));
  const database = await createTestDatabase();
  const db = createDb(database.url, { name: 'billing-test', max: 8 });
  const secretKeys = ['x'.repeat(32)];
  const store = createStore({ s3: null, dataDir: dir });
  const clock = fakeClock(new Date());
  const payments = options.payments ?? toPayments([createSandboxProvider({ db, secretKeys, clock })]);
  const handlers = billingJobHandlers({
    db,
    payments,
    store,
    clock,
    publicUrl: PUBLIC_URL,
    operatorEmails: [OPERATOR],
    seller: SELLER,
  });

  const runEvent = async ({ id, name, payload }: Row): Promise<void> => {
    world.onEvent(name, payload);
    for (const { job, payload: given } of jobsFor(name, payload as EventPayload<EventName>)) {
      if (job === 'invoice.issue' && options.hasDocuments === false) {
        continue;
      }
      const handler = Object.entries(handlers).find(([known]) => known === job)?.[1];
      // The payload belongs to the job: the compiler has checked the table of subscriptions.
      await (handler as ((payload: unknown, context: JobContext) => Promise<unknown>) | undefined)?.(
        given,
        jobContext({ jobId: `${id}-${job}` }),
      );
    }
  };

  const drain: BillingWorld['drain'] = async ({ onError } = {}) => {
    for (;;) {
      const rows: Row[] = await db('outbox').orderBy('id').limit(200);
      if (rows.length === 0) {
        return;
      }
      for (const row of rows) {
        await runEvent(row).then(
          () => db('outbox').where({ id: row.id }).delete(),
          async (error: unknown) => {
            if ((onError?.(error) ?? 'throw') === 'throw') {
              throw error;
            }
          },
        );
      }
    }
  };

  const world: BillingWorld = {
    db,
    store,
    onEvent: () => undefined,
    clock,
    payments,
    drain,
    createAccount: (locale = 'en') => makePerson(db, { locale }),
    tick: async (name) => {
      await runEvent({ id: uuidv7(), name, payload: {} });
      await drain();
    },
    close: async () => {
      await db.destroy();
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
  return world;
}
