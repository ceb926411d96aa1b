import { describe, expect, it } from 'vitest';
import { patchOf, publishViewOf, republicationOf, stepState } from './publish-state.ts';

const scene = (changes = {}) =>
  ({ status: 'published', privacy: 'public', publishedRevision: 4, revision: 5, ...changes }) as const;
const output = (status: 'queued' | 'running' | 'completed' | 'failed' | 'superseded', revision = 5) => ({
  status,
  revision,
});

describe('publishViewOf', () => {
  it('returns choose for a draft or private scene', () => {
    expect(publishViewOf(scene({ status: 'draft' }), null)).toBe('choose');
    expect(publishViewOf(scene({ privacy: 'private' }), output('completed'))).toBe('choose');
  });

  it('follows the newest output until the first publication', () => {
    const first = scene({ publishedRevision: null });
    expect(publishViewOf(first, output('queued'))).toBe('running');
    expect(publishViewOf(first, output('running'))).toBe('running');
    expect(publishViewOf(first, output('failed'))).toBe('failed');
  });

  it('returns live for a published scene, regardless of later outputs', () => {
    for (const status of ['queued', 'running', 'failed', 'completed'] as const) {
      expect(publishViewOf(scene(), output(status))).toBe('live');
    }
  });

  it('returns choose when nothing is published or running', () => {
    expect(publishViewOf(scene({ publishedRevision: null }), null)).toBe('choose');
  });
});

describe('republicationOf', () => {
  const stale = { inSyncWithScene: false, revision: 5, publishedRevision: 4 };

  it('returns the state of changes to a live scene', () => {
    expect(republicationOf({ ...stale, inSyncWithScene: true }, output('completed'))).toBe('none');
    expect(republicationOf(stale, output('completed', 4))).toBe('due');
    expect(republicationOf(stale, null)).toBe('due');
    expect(republicationOf(stale, output('queued'))).toBe('running');
    expect(republicationOf(stale, output('failed'))).toBe('failed');
  });

  it('offers a revision newer than the failed one', () => {
    expect(republicationOf({ ...stale, revision: 6 }, output('failed', 5))).toBe('due');
  });
});

describe('stepState', () => {
  it('returns done, running or waiting', () => {
    const running = { status: 'running', step: 2 } as const;
    expect([1, 2, 3].map((step) => stepState(running, step))).toEqual(['done', 'running', 'waiting']);
    const queued = { status: 'queued', step: 0 } as const;
    expect([1, 2, 3].map((step) => stepState(queued, step))).toEqual(['waiting', 'waiting', 'waiting']);
    const completed = { status: 'completed', step: 3 } as const;
    expect([1, 2, 3].map((step) => stepState(completed, step))).toEqual(['done', 'done', 'done']);
  });
});

describe('patchOf', () => {
  it('publishes a scene, sets its password, or makes it a private draft', () => {
    expect(patchOf('public', 'typed before', 'private')).toEqual({ status: 'published', privacy: 'public' });
    expect(patchOf('password', 'secret', 'public')).toEqual({
      status: 'published',
      privacy: 'password',
      password: 'secret',
    });
    expect(patchOf('private', '', 'password')).toEqual({ status: 'draft', privacy: 'private' });
  });

  it('includes privacy only when it changes, since that ends every link', () => {
    expect(patchOf('public', '', 'public')).toEqual({ status: 'published' });
    expect(patchOf('password', '', 'password')).toEqual({ status: 'published' });
    expect(patchOf('password', 'new', 'password')).toEqual({ status: 'published', password: 'new' });
  });
});
