import { setTimeout as sleep } from 'node:timers/promises';
import { joinScene } from '@diorama/gateway/collab/test-client.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { checkedByRun, interleave } from '../measure.ts';
import { openProduct, type Product, signUp } from '../product.ts';
import { atMost, type Row } from '../row.ts';
import { until } from '../until.ts';

const EDITOR = 0;
const ROUNDS = 10;
const MAX_MS = 2_000;
const POLLING = { everyMs: 1 };
/** Before a removal the listening connections are cut by up to so much, each time another bit of it. */
const CUT_WITHIN_MS = 30;

/** Milliseconds from the call that removes an editor of a scene until their socket is closed. */
async function remove(
  { stack, api }: Product,
  scene: string,
  beforehand: () => Promise<void>,
): Promise<number> {
  const guest = await signUp(stack.url);
  const invitation = await api('POST', '/api/invitations', {
    email: guest.email,
    role: EDITOR,
    compositions: [`/api/compositions/${scene}`],
  });
  const { member } = await guest.api('PATCH', `/api/invitations/accept/${invitation.uuid}`, {});
  const client = joinScene(stack.url, scene, guest.token);
  await until(client.isSynced, POLLING);
  await beforehand();
  const startedAt = performance.now();
  await api('DELETE', String(member));
  await until(() => client.closed.length > 0, POLLING);
  const ms = performance.now() - startedAt;
  client.close();
  return ms;
}

/** Ends the connections on which gateways listen for changes, shortly before a change. */
async function cut(db: Knex, round: number): Promise<void> {
  await db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'diorama-listen'`,
  );
  await sleep((round * 7) % CUT_WITHIN_MS);
}

export const revocation: Row = {
  name: 'revocation',
  what: 'somebody who edits a scene is removed: until their socket is closed',
  run: async () => {
    await using product = await openProduct();
    const { db, api, account } = product;
    const { uuid } = await api('POST', '/api/compositions', { name: 'Shared', account });
    const scene = String(uuid);
    let round = 0;
    const measured = await interleave(
      [
        // Each run ends with the closed socket.
        {
          name: 'removed',
          run: () => remove(product, scene, async () => undefined),
          check: checkedByRun,
        },
        {
          name: 'removed as the bus is cut',
          run: () => remove(product, scene, () => cut(db, round++)),
          check: checkedByRun,
        },
      ],
      { rounds: ROUNDS },
    );
    return {
      unit: 'ms',
      measured,
      goals: measured.map(({ name, max }) => atMost(`${name}, the slowest`, max, MAX_MS)),
      notes: [`the listening connections are ended 0 to ${CUT_WITHIN_MS} ms before the removal`],
    };
  },
};
