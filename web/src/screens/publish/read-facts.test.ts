import type { Asset } from '@diorama/shared/contract/assets.ts';
import { expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { asset } from '../../editor/test/import-fixture.ts';
import { readFacts } from './read-facts.ts';

/** Mock that answers for one file, and with `status` for all others. */
const server =
  (status: number) =>
  async (iri: string): Promise<Asset> => {
    if (iri === 'here') {
      return asset({ size: 20 });
    }
    throw new ApiError({ status, code: 'some.code' });
  };

it('readFacts omits deleted assets', async () => {
  const facts = await readFacts(['here', 'gone'], server(404));
  expect([...facts.keys()]).toEqual(['here']);
  expect(facts.get('here')).toMatchObject({ bytes: 20, triangles: 12 });
});

it('readFacts rejects when assets cannot be requested', async () => {
  for (const status of [0, 429, 503]) {
    await expect(readFacts(['here', 'other'], server(status))).rejects.toMatchObject({ status });
  }
});
