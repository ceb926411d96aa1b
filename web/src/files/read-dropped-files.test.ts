import { expect, it } from 'vitest';
import { countPictures, readDroppedFiles } from './read-dropped-files.ts';

it('readDroppedFiles returns a pasted picture that has no folder entry', async () => {
  const picture = new File(['pixels'], 'image.png', { type: 'image/png' });
  const data = { items: [{ kind: 'file', webkitGetAsEntry: () => null }], files: [picture] };
  const found = readDroppedFiles(data as unknown as DataTransfer);
  // Browsers clear the drag data when the event has ended.
  data.items = [];
  data.files = [];
  expect(await found).toEqual([{ file: picture, path: 'image.png' }]);
});

it.each([
  [['image/png'], 1],
  [['image/png', 'image/jpeg'], 2],
  [['image/png', 'model/gltf-binary'], 0],
  [['image/svg+xml'], 0],
  [['image/gif', 'image/png'], 0],
  [[''], 0],
  [[], 0],
])('countPictures counts %j as %i', (types, count) => {
  const items = types.map((type) => ({ kind: 'file', type }));
  expect(countPictures({ items } as unknown as DataTransfer)).toBe(count);
});

it('countPictures returns zero when the data also contains text', () => {
  const items = [
    { kind: 'file', type: 'image/png' },
    { kind: 'string', type: 'text/html' },
  ];
  expect(countPictures({ items } as unknown as DataTransfer)).toBe(0);
});
