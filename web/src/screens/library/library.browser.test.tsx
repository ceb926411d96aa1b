import { CodedError } from '@diorama/shared/contract/errors.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ACCOUNT, openApp } from '../../test/open-app.tsx';

const ITEM = {
  '@id': '/api/library/models/01900000-0000-7000-8000-00000000b001',
  uuid: '01900000-0000-7000-8000-00000000b001',
  name: 'Oak table',
  account: ACCOUNT['@id'],
  asset: '/api/assets/01900000-0000-7000-8000-00000000b002',
  thumbnailUrl: null,
};

it('deleting a file in use asks a second time and names its scenes', async () => {
  const items = [ITEM];
  const server = await openApp('/en/library?mine=true', {
    answers: {
      listLibrary: () => ({ member: items, totalItems: items.length }),
      deleteAsset: ({ query }) => {
        if (query.get('force') !== 'true') {
          return new CodedError('asset.in-use', { extra: { scenes: [{ name: 'Dining room' }] } });
        }
        items.pop();
        return undefined;
      },
    },
  });
  await page.getByRole('button', { name: /Oak table/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Oak table?', exact: true });
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect
    .element(question.getByText('These scenes use it and will be missing it: Dining room.', { exact: true }))
    .toBeVisible();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByText('Oak table was deleted', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Oak table/ })).not.toBeInTheDocument();
  expect(server.changes.map(({ route }) => route)).toEqual(['deleteAsset', 'deleteAsset']);
});
