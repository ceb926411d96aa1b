import { describe, expect, it } from 'vitest';
import { extendTo, keepOnly, NO_SELECTION, selectAllScenes, toggle } from './use-selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const idsOf = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join('');

describe('selecting scenes', () => {
  it('toggles a scene', () => {
    const one = toggle(NO_SELECTION, 'b');
    expect([idsOf(one), one.anchor]).toEqual(['b', 'b']);
    expect(idsOf(toggle(one, 'd'))).toBe('bd');
    expect(toggle(one, 'b')).toBe(NO_SELECTION);
  });

  it('extends a range from the anchor in both directions, repeatedly', () => {
    const one = toggle(toggle(NO_SELECTION, 'a'), 'c');
    const down = extendTo(one, 'e', ORDER);
    expect(idsOf(down)).toBe('acde');
    expect(idsOf(extendTo(down, 'b', ORDER))).toBe('abcde');
    expect(extendTo(down, 'b', ORDER).anchor).toBe('c');
  });

  it('adds one scene for a range without a valid anchor', () => {
    expect(idsOf(extendTo(NO_SELECTION, 'c', ORDER))).toBe('c');
    expect(idsOf(extendTo({ ids: new Set(['x']), anchor: 'x' }, 'c', ORDER))).toBe('cx');
  });

  it('selects all scenes, also of an empty list', () => {
    expect(idsOf(selectAllScenes(ORDER))).toBe('abcde');
    expect(selectAllScenes([])).toBe(NO_SELECTION);
  });

  it('drops scenes that are gone', () => {
    const two = toggle(toggle(NO_SELECTION, 'a'), 'c');
    expect(keepOnly(two, ORDER)).toBe(two);
    expect(keepOnly(two, ['a'])).toEqual({ ids: new Set(['a']), anchor: null });
    expect(keepOnly(two, [])).toBe(NO_SELECTION);
  });
});
