import { expect, it } from 'vitest';
import { getJob } from '../jobs/index.ts';
import { jobsFor } from './subscriptions.ts';

const assetId = '01900000-0000-7000-8000-000000000001';

it.each(['asset.uploaded', 'asset.converted'] as const)(
  'large files have a queue of their own for what %s asks for',
  (name) => {
    const queuesFor = (isLarge: boolean) =>
      jobsFor(name, { assetId, isLarge }).map(({ job }) => getJob(job).queue);
    expect(queuesFor(true)).toEqual(['large-assets']);
    expect(queuesFor(false)).toEqual(['assets']);
  },
);
