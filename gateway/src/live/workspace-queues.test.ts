import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWorkspaceQueues, type LiveChange } from './workspace-queues.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function change(seq: number, workspace: string, resource = `r${seq}`): LiveChange {
  return {
    seq,
    topic: 'composition',
    resource_id: resource,
    type: 'updated',
    account_id: workspace,
    user_id: null,
  };
}

function startQueues() {
  const delivered: number[] = [];
  const stuck = Promise.withResolvers<void>();
  const queues = createWorkspaceQueues({
    everyMs: 250,
    onBatch: () => undefined,
    deliver: async ({ seq, account_id }) => {
      if (account_id === 'slow') {
        await stuck.promise;
      }
      delivered.push(seq);
    },
  });
  return { queues, delivered, stuck };
}

it('changes of a workspace are delivered while those of another are stuck', async () => {
  const { queues, delivered, stuck } = startQueues();
  queues.add([change(1, 'slow'), change(2, 'quick'), change(3, 'slow'), change(4, 'quick')]);
  await vi.advanceTimersByTimeAsync(250);
  expect(delivered).toEqual([2, 4]);
  queues.add([change(5, 'quick')]);
  await vi.advanceTimersByTimeAsync(250);
  expect(delivered).toEqual([2, 4, 5]);
  stuck.resolve();
  await vi.advanceTimersByTimeAsync(250);
  expect(delivered).toEqual([2, 4, 5, 1, 3]);
});

it('a change that waits in another workspace does not count as delivered', async () => {
  const { queues, stuck } = startQueues();
  const quick = change(4, 'quick');
  queues.add([change(2, 'slow'), quick]);
  expect(queues.deliveredByOthers(null)).toBe(1);
  await vi.advanceTimersByTimeAsync(250);
  expect(queues.deliveredByOthers(quick)).toBe(1);
  stuck.resolve();
  await vi.advanceTimersByTimeAsync(250);
  expect(queues.deliveredByOthers(null)).toBe(Number.POSITIVE_INFINITY);
});

it('only the last of several changes to one resource is delivered', async () => {
  const { queues, delivered } = startQueues();
  queues.add([change(1, 'quick', 'same'), change(2, 'quick', 'same')]);
  await vi.advanceTimersByTimeAsync(250);
  expect(delivered).toEqual([2]);
});
