import { describe, expect, it } from 'vitest';
import { idOf, urlOf } from './url.ts';

const UUID = '01900000-0000-7000-8000-000000000010';

describe('urlOf', () => {
  it('fills parameters from an IRI or a UUID', () => {
    const expected = `/api/compositions/${UUID}/output`;
    expect(urlOf('getOutput', { params: { id: UUID } })).toBe(expected);
    expect(urlOf('getOutput', { params: { id: `/api/compositions/${UUID}` } })).toBe(expected);
  });

  it('throws when a parameter is missing', () => {
    expect(() => urlOf('getComposition', { params: {} })).toThrow('getComposition needs the parameter id');
  });

  it('encodes the query, repeats lists and omits undefined and null values', () => {
    const query = { name: 'a&b ñ', page: 2, 'properties[]': ['name', 'uuid'], trashed: undefined, x: null };
    const [path, search] = urlOf('listCompositions', { query }).split('?');
    const read = new URLSearchParams(search);
    expect(path).toBe('/api/compositions');
    expect(read.get('name')).toBe('a&b ñ');
    expect(read.getAll('properties[]')).toEqual(['name', 'uuid']);
    expect([...read.keys()]).toEqual(['name', 'page', 'properties[]', 'properties[]']);
  });

  it('returns a path without a question mark when there is no query', () => {
    expect(urlOf('getMe')).toBe('/api/users/me');
  });
});

describe('idOf', () => {
  it('returns the last segment of an IRI', () => {
    expect(idOf(`/api/accounts/${UUID}`)).toBe(UUID);
    expect(idOf(UUID)).toBe(UUID);
  });
});
