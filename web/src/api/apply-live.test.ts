import { describe, expect, it } from 'vitest';
import { applyLive } from './apply-live.ts';
import type { LiveMessage } from './live.ts';

const scene = (name: string, revision = 1) => ({ '@id': `/api/compositions/${name}`, name, revision });
const page = (...names: string[]) => ({
  '@id': '/api/compositions?page=1',
  '@type': 'Collection',
  member: names.map((name) => scene(name)),
  totalItems: names.length,
});
const message = (type: 'created' | 'updated' | 'deleted', state: { '@id': string } | string): LiveMessage =>
  typeof state === 'string'
    ? { topic: 'composition', event: { '@id': `/api/compositions/${state}`, type, state: null } }
    : { topic: 'composition', event: { '@id': state['@id'], type, state } };

describe('applyLive', () => {
  it('replaces the resource itself', () => {
    const applied = applyLive(scene('a'), message('updated', scene('a', 2)));
    expect(applied).toEqual({ data: scene('a', 2), isStale: false });
  });

  it('replaces a member of a page and keeps the others', () => {
    const before = page('a', 'b');
    const { data, isStale } = applyLive(before, message('updated', scene('b', 5)));
    expect(data?.member).toEqual([scene('a'), scene('b', 5)]);
    expect(data?.member[0]).toBe(before.member[0]);
    expect(isStale).toBe(false);
  });

  it('removes a deleted member and decrements the total', () => {
    const { data } = applyLive(page('a', 'b'), message('deleted', 'a'));
    expect(data?.member).toEqual([scene('b')]);
    expect(data?.totalItems).toBe(1);
  });

  it('marks a list as stale when a new member belongs to it', () => {
    expect(applyLive(page('a'), message('created', scene('b'))).isStale).toBe(true);
  });

  it('returns the same object when nothing applies', () => {
    const account = { '@id': '/api/accounts/x' };
    expect(applyLive(account, message('updated', scene('a')))).toEqual({ data: account, isStale: false });
    const before = page('a');
    const applied = applyLive(before, message('deleted', 'b'));
    expect(applied.data).toBe(before);
    expect(applied.isStale).toBe(false);
  });

  it('marks data as stale when its new state was too large to send', () => {
    expect(applyLive(scene('a'), message('updated', 'a'))).toEqual({ data: scene('a'), isStale: true });
    expect(applyLive(page('a', 'b'), message('updated', 'b')).isStale).toBe(true);
  });

  it('marks everything as stale after a reset', () => {
    expect(applyLive(scene('a'), { topic: 'reset', event: null }).isStale).toBe(true);
  });
});
