import { expect, it } from 'vitest';
import { getJob } from '../jobs/index.ts';
import { jobsFor } from './subscriptions.ts';

const assetId = '01900000-0000-7000-8000-000000000001';

it.each(['asset.uploaded', 'asset.converted'] as const)(
  'first, further and large files of a workspace have separate queues for %s',
  (name) => {
    const queuesFor = (place: { turn?: number; isLarge?: boolean }) =>
      jobsFor(name, { assetId, ...place }).map(({ job }) => getJob(job).queue);
    expect(queuesFor({})).toEqual(['assets']);
    expect(queuesFor({ turn: 1 })).toEqual(['assets']);
    expect(queuesFor({ turn: 2 })).toEqual(['bulk-assets']);
    expect(queuesFor({ turn: 2, isLarge: true })).toEqual(['large-assets']);
  },
);
