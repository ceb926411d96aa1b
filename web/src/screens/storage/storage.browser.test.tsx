import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectReadable, openApp, PHONE } from '../../test/open-app.tsx';

const USE = { '@id': '/api/compositions/01900000-0000-7000-8000-00000000c001', name: 'Imports' };

it('the uses of files stay on one line on a phone', async () => {
  await openApp('/en/storage', {
    size: PHONE,
    answers: {
      getStorage: {
        used: 96_000,
        available: 2_000_000_000,
        files: [
          {
            assets: ['/api/assets/1'],
            name: 'a-font-with-a-very-long-file-name-regular.woff2',
            size: 48_000,
            uses: [],
          },
          {
            assets: ['/api/assets/2'],
            name: 'table_of_the_dining_room.zip',
            size: 48_000,
            uses: [{ ...USE, kind: 'scene' }],
          },
        ],
      },
    },
  });
  const cells = page.getByRole('table').getByRole('listitem');
  await expect.poll(() => cells.elements().map((cell) => cell.textContent)).toEqual(['Nothing', 'Imports']);
  const lines = cells.elements().map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ bottom }) => bottom)).size;
  });
  expect(lines).toEqual([1, 1]);
  await expectReadable();
});
