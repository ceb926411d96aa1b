import { expect, it } from 'vitest';
import { importPriority, MAX_PROMPT_TURN } from '../domain/import-queue.ts';
import { getJob, queueOf } from '../jobs/index.ts';
import type { EventName } from './index.ts';
import { jobsFor } from './subscriptions.ts';

const assetId = '01900000-0000-7000-8000-000000000001';

it.each(['asset.uploaded', 'asset.converted'] as const)(
  'the first, further and large files of a workspace use separate queues for %s',
  (name) => {
    const queuesFor = (place: { turn?: number; isLarge?: boolean }) =>
      jobsFor(name, { assetId, ...place }).map(({ job, payload }) => queueOf(job, payload));
    expect(queuesFor({})).toEqual(['assets']);
    expect(queuesFor({ turn: 3 })).toEqual(['assets']);
    expect(queuesFor({ turn: 4 })).toEqual(['bulk-assets']);
    expect(queuesFor({ turn: 4, isLarge: true })).toEqual(['large-assets']);
  },
);

it('jobs that one user can request in any number run after jobs that other users wait for', () => {
  const priorityOf = (name: EventName, payload: object) =>
    jobsFor(name, payload as never).map(({ job, payload: queued }) => {
      const definition = getJob(job);
      const behind = 'behind' in definition ? definition.behind : undefined;
      return definition.priority + (behind?.(queued as never) ?? 0);
    })[0];
  const id = assetId;
  const firstFile = priorityOf('asset.uploaded', { assetId, turn: MAX_PROMPT_TURN });
  const { turn } = importPriority({ waiting: 0, size: 5_000_000_000 });
  const largeFile = priorityOf('asset.uploaded', { assetId, turn, isLarge: true });
  expect(priorityOf('library.material-saved', { itemId: id })).toBeGreaterThan(Number(firstFile));
  expect(priorityOf('asset.form-asked', { assetId })).toBeGreaterThan(Number(largeFile));
  const mail = priorityOf('email.requested', { emailId: id });
  expect(priorityOf('email.requested', { emailId: id, isNotice: true })).toBeGreaterThan(Number(mail));
});
