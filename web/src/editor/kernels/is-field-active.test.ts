import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { describe, expect, it } from 'vitest';
import { isFieldActive } from './is-field-active.ts';

describe('a field of an opening', () => {
  const shown = (type: string) =>
    (findNodeDef('opening')?.inspector.fields ?? [])
      .filter((field) => isFieldActive(field, { type }))
      .map(({ key }) => key);

  it('is shown for the opening types that use it', () => {
    expect(shown('door')).toEqual([
      ...['type', 'offset', 'width', 'height', 'hinge', 'flipped', 'open', 'frame', 'materials'],
    ]);
    expect(shown('window')).toEqual([
      ...['type', 'offset', 'width', 'height', 'sill', 'frame', 'columns', 'rows', 'materials'],
    ]);
    expect(shown('hole')).toEqual(['type', 'offset', 'width', 'height', 'sill']);
  });
});
