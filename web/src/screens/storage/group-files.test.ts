import type { StorageFile } from '@diorama/shared/contract/storage.ts';
import { describe, expect, it } from 'vitest';
import { groupOf, isUnused, layOut } from './group-files.ts';

let count = 0;
const file = (patch: Partial<StorageFile>): StorageFile => {
  count += 1;
  return {
    assets: [`/api/assets/${count}`],
    name: `file ${count}`,
    type: 2,
    size: 100,
    createdAt: '2026-01-01T00:00:00.000Z',
    uses: [],
    isInLibrary: false,
    isWatermark: false,
    ...patch,
  };
};
const use = (id: string) => ({ '@id': id, name: `Scene ${id}`, kind: 'scene' as const });

describe('files in the storage', () => {
  it('belong to one scene, several scenes, the library, the workspace or nothing', () => {
    expect(groupOf(file({ uses: [use('a')] }))).toEqual({ kind: 'scene', id: 'a', name: 'Scene a' });
    expect(groupOf(file({ uses: [use('a'), use('b')] })).kind).toBe('several');
    expect(groupOf(file({ isInLibrary: true })).kind).toBe('library');
    expect(groupOf(file({ isWatermark: true })).kind).toBe('workspace');
    expect(groupOf(file({})).kind).toBe('unused');
  });

  it('are unused only if nothing refers to them', () => {
    expect(isUnused(file({}))).toBe(true);
    expect(isUnused(file({ uses: [{ ...use('a'), kind: 'version' }] }))).toBe(false);
    expect(isUnused(file({ uses: [{ ...use('a'), kind: 'history' }] }))).toBe(false);
    expect(isUnused(file({ isInLibrary: true }))).toBe(false);
    expect(isUnused(file({ isWatermark: true }))).toBe(false);
  });

  it('get areas in proportion to size, grouped by scene, without overlap', () => {
    const files = [
      file({ size: 4_000, uses: [use('a')] }),
      file({ size: 1_000, uses: [use('a')], type: 3 }),
      file({ size: 2_000, uses: [use('b')] }),
      file({ size: 1_000 }),
    ];
    const laid = layOut(files, { width: 800, height: 400 });
    expect(laid.groups.map(({ key }) => key)).toEqual(['a', 'b', 'unused']);
    const area = (name: string) => {
      const box = laid.files.find((one) => one.file.name === name);
      return (box?.width ?? 0) * (box?.height ?? 0);
    };
    const [large, small] = [area(files[0]?.name ?? ''), area(files[1]?.name ?? '')];
    expect(large / small).toBeGreaterThan(3);
    expect(large / small).toBeLessThan(5);
    for (const [i, a] of laid.files.entries()) {
      for (const b of laid.files.slice(i + 1)) {
        const apart =
          a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
        expect(apart, `${a.file.name} and ${b.file.name}`).toBe(true);
      }
    }
  });

  it('get no area when there are none, and none thinner than a line', () => {
    expect(layOut([], { width: 800, height: 400 }).files).toEqual([]);
    const many = [file({ size: 1e9 }), ...Array.from({ length: 300 }, () => file({ size: 1 }))];
    const laid = layOut(many, { width: 300, height: 200 });
    expect(laid.files.length).toBeGreaterThan(0);
    expect(laid.files.every(({ width, height }) => width > 1 && height > 1)).toBe(true);
  });
});
