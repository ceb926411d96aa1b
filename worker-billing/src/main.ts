import { choosePayments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import { runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { openWorkerProcess } from '@diorama/shared/server/jobs/worker-process.ts';
import { createStore } from '@diorama/shared/server/objects/store.ts';
import { billingJobHandlers } from './billing-handlers.ts';

const worker = await openWorkerProcess('worker-billing');
const { env, db, clock } = worker;

await runWorker({
  ...worker,
  queues: ['billing'],
  handlers: billingJobHandlers({
    db,
    payments: choosePayments({ env, db, clock }),
    store: createStore(env),
    clock,
    publicUrl: env.publicUrl,
    operatorEmails: env.operatorEmails,
    seller: env.seller,
    failpoint: env.failpoint,
  }),
});
