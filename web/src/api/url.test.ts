import { describe, expect, it } from 'vitest';
import { idOf, urlOf } from './url.ts';

const UUID = '01900000-0000-7000-8000-000000000010';

describe('urlOf', () => {
  it('fills parameters from an iri or a bare uuid', () => {
    const expected = `/api/compositions/${UUID}/output`;
    expect(urlOf('getOutput', { params: { id: UUID } })).toBe(expected);
    expect(urlOf('getOutput', { params: { id: `/api/compositions/${UUID}` } })).toBe(expected);
  });

  it('refuses to call without a parameter', () => {
    expect(() => urlOf('getComposition', { params: {} })).toThrow('getComposition needs the parameter id');
  });

  it('codes the query, repeats lists and leaves out what is not there', () => {
    const query = { name: 'a&b ñ', page: 2, 'properties[]': ['name', 'uuid'], trashed: undefined, x: null };
    const [path, search] = urlOf('listCompositions', { query }).split('?');
    const read = new URLSearchParams(search);
    expect(path).toBe('/api/compositions');
    expect(read.get('name')).toBe('a&b ñ');
    expect(read.getAll('properties[]')).toEqual(['name', 'uuid']);
    expect([...read.keys()]).toEqual(['name', 'page', 'properties[]', 'properties[]']);
  });

  it('has no question mark without a query', () => {
    expect(urlOf('getMe')).toBe('/api/users/me');
  });
});

describe('idOf', () => {
  it('takes the end of an iri', () => {
    expect(idOf(`/api/accounts/${UUID}`)).toBe(UUID);
    expect(idOf(UUID)).toBe(UUID);
  });
});
