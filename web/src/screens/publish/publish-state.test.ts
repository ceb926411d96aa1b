import { describe, expect, it } from 'vitest';
import { patchOf, publishViewOf, republicationOf, stepState } from './publish-state.ts';

const scene = (changes = {}) =>
  ({ status: 'published', privacy: 'public', publishedRevision: 4, revision: 5, ...changes }) as const;
const output = (status: 'queued' | 'running' | 'completed' | 'failed' | 'superseded', revision = 5) => ({
  status,
  revision,
});

describe('viewOf', () => {
  it('asks first for a draft or private scene', () => {
    expect(publishViewOf(scene({ status: 'draft' }), null)).toBe('choose');
    expect(publishViewOf(scene({ privacy: 'private' }), output('completed'))).toBe('choose');
  });

  it('follows the newest output until something is published', () => {
    const first = scene({ publishedRevision: null });
    expect(publishViewOf(first, output('queued'))).toBe('running');
    expect(publishViewOf(first, output('running'))).toBe('running');
    expect(publishViewOf(first, output('failed'))).toBe('failed');
  });

  it('keeps to what visitors see, whatever becomes of a later output', () => {
    for (const status of ['queued', 'running', 'failed', 'completed'] as const) {
      expect(publishViewOf(scene(), output(status))).toBe('live');
    }
  });

  it('asks again where nothing has been published yet and nothing is under way', () => {
    expect(publishViewOf(scene({ publishedRevision: null }), null)).toBe('choose');
  });
});

describe('republicationOf', () => {
  const stale = { inSyncWithScene: false, revision: 5, publishedRevision: 4 };

  it('tells what becomes of changes to a live scene', () => {
    expect(republicationOf({ ...stale, inSyncWithScene: true }, output('completed'))).toBe('none');
    expect(republicationOf(stale, output('completed', 4))).toBe('due');
    expect(republicationOf(stale, null)).toBe('due');
    expect(republicationOf(stale, output('queued'))).toBe('running');
    expect(republicationOf(stale, output('failed'))).toBe('failed');
  });

  it('offers a state that came after one which failed', () => {
    expect(republicationOf({ ...stale, revision: 6 }, output('failed', 5))).toBe('due');
  });
});

describe('stepState', () => {
  it('tells what is done, going on and to come', () => {
    const running = { status: 'running', step: 2 } as const;
    expect([1, 2, 3].map((step) => stepState(running, step))).toEqual(['done', 'running', 'waiting']);
    const queued = { status: 'queued', step: 0 } as const;
    expect([1, 2, 3].map((step) => stepState(queued, step))).toEqual(['waiting', 'waiting', 'waiting']);
    const completed = { status: 'completed', step: 3 } as const;
    expect([1, 2, 3].map((step) => stepState(completed, step))).toEqual(['done', 'done', 'done']);
  });
});

describe('patchOf', () => {
  it('publishes, keeps an untouched password, and takes a private scene back', () => {
    expect(patchOf('public', 'typed before', 'private')).toEqual({ status: 'published', privacy: 'public' });
    expect(patchOf('password', 'secret', 'public')).toEqual({
      status: 'published',
      privacy: 'password',
      password: 'secret',
    });
    expect(patchOf('private', '', 'password')).toEqual({ status: 'draft', privacy: 'private' });
  });

  it('says who may see it only where that changes, as saying it ends every link', () => {
    expect(patchOf('public', '', 'public')).toEqual({ status: 'published' });
    expect(patchOf('password', '', 'password')).toEqual({ status: 'published' });
    expect(patchOf('password', 'new', 'password')).toEqual({ status: 'published', password: 'new' });
  });
});
