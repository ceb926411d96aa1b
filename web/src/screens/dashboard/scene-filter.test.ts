import { describe, expect, it } from 'vitest';
import { isNarrowed, queryOf, readFilter, writeFilter } from './scene-filter.ts';

describe('the scene filter in the URL', () => {
  it('is restored as written', () => {
    const filter = {
      text: 'lamp & co',
      tags: ['Wood', 'año+1'],
      category: '01900000-0000-7000-8000-000000000101',
      sort: 'name',
    } as const;
    expect(readFilter(new URLSearchParams(writeFilter(filter).toString()))).toEqual(filter);
  });

  it('is empty by default', () => {
    const usual = readFilter(new URLSearchParams(''));
    expect(writeFilter(usual).toString()).toBe('');
    expect(queryOf(usual, '')).toEqual({});
    expect(isNarrowed(usual)).toBe(false);
    expect(isNarrowed({ ...usual, sort: 'name' })).toBe(false);
  });

  it('sends no invalid parameters to the server', () => {
    const odd = readFilter(new URLSearchParams('sort=sideways&category=x&tag=a&tag=b'));
    expect(odd.sort).toBe('changed');
    expect(queryOf(odd, 'lamp')).toEqual({ name: 'lamp', 'tags[]': ['a', 'b'] });
  });
});
