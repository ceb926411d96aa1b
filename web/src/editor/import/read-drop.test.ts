import { expect, it } from 'vitest';
import { readDrop } from './read-drop.ts';

it('takes a pasted picture, which is no entry of a folder and gone after the event', async () => {
  const picture = new File(['pixels'], 'image.png', { type: 'image/png' });
  const data = {
    items: [{ kind: 'file', webkitGetAsEntry: () => null }],
    files: [picture],
  };
  const found = readDrop(data as unknown as DataTransfer);
  // Browsers empty it when the event is over.
  data.items = [];
  data.files = [];
  expect(await found).toEqual([{ file: picture, path: 'image.png' }]);
});
