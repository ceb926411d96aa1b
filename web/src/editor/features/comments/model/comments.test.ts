import type { Comment } from '@diorama/shared/contract/comments.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { when } from '../../../signals.ts';
import { type CommentEvent, type CommentPort, CommentsManager, type Thread } from './comments.ts';
import { filterThreads } from './thread-list.ts';

const person = (name: string) => ({
  '@id': `/api/users/${name}`,
  uuid: name,
  name,
  avatarUrl: null,
  avatarColor: '#123456',
});

let clock = 0;
function comment(uuid: string, patch: Partial<Comment> = {}): Comment {
  clock += 1;
  const at = new Date(1e12 + clock * 1_000).toISOString();
  return {
    '@id': `/api/comments/${uuid}`,
    '@type': 'Comment',
    uuid,
    composition: '/api/compositions/scene',
    parent: null,
    number: null,
    visitor: null,
    author: person('ada'),
    text: uuid,
    mentions: [],
    anchor: null,
    snapshotUrl: null,
    resolvedAt: null,
    resolvedBy: null,
    createdAt: at,
    updatedAt: at,
    unread: false,
    ...patch,
  };
}
const answer = (uuid: string, to: string, patch: Partial<Comment> = {}) =>
  comment(uuid, { parent: `/api/comments/${to}`, ...patch });

const isOf = (one: Comment, first: Comment) => one === first || one.parent === first['@id'];

/** In-process server with pages of two threads, newest first; each page waits until it is released. */
class Pretended implements CommentPort {
  stored: Comment[] = [];
  calls: string[] = [];
  fails = false;
  gate: Promise<void> = Promise.resolve();
  #listener: ((event: CommentEvent | null) => void) | null = null;

  async list(page: number) {
    this.calls.push(`list ${page}`);
    const threads = this.stored.filter(({ parent }) => parent === null).toReversed();
    const shown = threads.slice((page - 1) * 2, page * 2);
    const comments = this.stored.filter((one) => shown.some((first) => isOf(one, first)));
    const hasMore = threads.length > page * 2;
    await this.gate;
    if (this.fails) {
      throw new Error('away');
    }
    return { comments, hasMore };
  }
  async thread(id: string) {
    this.calls.push(`thread ${id}`);
    const known = this.stored.find(({ uuid }) => uuid === id);
    const first = this.stored.find((one) => known && isOf(known, one));
    return this.stored.filter((one) => first && isOf(one, first));
  }
  async create({ text, parent }: { text: string; parent: string | null }) {
    return parent === null ? comment(text) : answer(text, parent);
  }
  async patch(id: string, { text, resolved }: { text?: string; resolved?: boolean }) {
    const before = this.stored.find(({ uuid }) => uuid === id) ?? comment(id);
    return {
      ...before,
      ...(text !== undefined && { text }),
      ...(resolved !== undefined && { resolvedAt: resolved ? before.createdAt : null }),
    };
  }
  async remove(id: string) {
    this.calls.push(`remove ${id}`);
  }
  async read(id: string) {
    this.calls.push(`read ${id}`);
  }
  async people() {
    this.calls.push('people');
    if (this.fails) {
      throw new Error('away');
    }
    return [person('ada')];
  }
  subscribe(listener: (event: CommentEvent | null) => void) {
    this.#listener = listener;
    return () => {
      this.#listener = null;
    };
  }
  tell(event: CommentEvent | null) {
    this.#listener?.(event);
  }
  get isReceived() {
    return this.#listener !== null;
  }
}

let port: Pretended;
let comments: CommentsManager;

const threads = (): readonly Thread[] => {
  const state = comments.state.value;
  return state.kind === 'ready' ? state.threads : [];
};
const shape = () => threads().map(({ first, replies }) => [first.text, ...replies.map(({ text }) => text)]);
const settled = async (kind: 'ready' | 'failed') => {
  await new Promise<void>((resolve) => when(() => comments.state.value.kind === kind, resolve));
};

beforeEach(() => {
  port = new Pretended();
  comments = new CommentsManager(port);
});

describe('the comments of a scene', () => {
  const many = () => [
    comment('a'),
    comment('b'),
    comment('c'),
    comment('d'),
    comment('e'),
    answer('a1', 'a'),
  ];
  const hasMore = () => {
    const state = comments.state.value;
    return state.kind === 'ready' && state.hasMore;
  };

  it('are requested on first use, once, and page by page', async () => {
    port.stored = many();
    expect(port.calls).toEqual([]);
    comments.start();
    comments.start();
    await settled('ready');
    expect([shape(), hasMore()]).toEqual([[['d'], ['e']], true]);
    await Promise.all([comments.more(), comments.more()]);
    expect(shape()).toEqual([['b'], ['c'], ['d'], ['e']]);
    await comments.more();
    await comments.more();
    expect([shape(), hasMore()]).toEqual([[['a', 'a1'], ['b'], ['c'], ['d'], ['e']], false]);
    expect(port.calls).toEqual(['list 1', 'list 2', 'list 3']);
  });

  it('are loaded by thread for a link or a new reply, and missing ones are not found', async () => {
    port.stored = many();
    comments.start();
    await settled('ready');
    expect((await comments.find('a1'))?.first.uuid).toBe('a');
    expect(await comments.find('nowhere')).toBeUndefined();
    const b1 = answer('b1', 'b');
    port.stored.push(b1);
    port.tell({ iri: b1['@id'], comment: b1 });
    await expect.poll(shape).toEqual([['a', 'a1'], ['b', 'b1'], ['d'], ['e']]);
    expect(port.calls).toEqual(['list 1', 'thread a1', 'thread nowhere', 'thread b1']);
  });

  it('reload all loaded pages after missed changes', async () => {
    port.stored = many();
    comments.start();
    await settled('ready');
    await comments.more();
    port.calls = [];
    port.tell(null);
    await expect.poll(() => port.calls).toEqual(['list 1', 'list 2']);
  });

  it('keep the number of a thread in its scene', async () => {
    port.stored = [comment('z', { number: 41 })];
    comments.start();
    await settled('ready');
    expect(threads()[0]?.number).toBe(41);
  });

  it('apply comments, edits and deletions of other users', async () => {
    port.stored = [comment('a')];
    comments.start();
    await settled('ready');
    const b = comment('b');
    port.tell({ iri: b['@id'], comment: b });
    port.tell({ iri: b['@id'], comment: b });
    const b1 = answer('b1', 'b', { unread: true });
    port.tell({ iri: b1['@id'], comment: b1 });
    expect(shape()).toEqual([['a'], ['b', 'b1']]);
    expect(threads()[1]?.unread).toBe(1);
    port.tell({ iri: b['@id'], comment: { ...b, text: 'B' } });
    expect(shape()).toEqual([['a'], ['B', 'b1']]);
    port.tell({ iri: b['@id'], comment: null });
    expect(shape()).toEqual([['a']]);
  });

  it('keep changes and deletions that arrive while the list loads', async () => {
    const a = comment('a');
    port.stored = [a, comment('b')];
    const { promise, resolve } = Promise.withResolvers<void>();
    port.gate = promise;
    comments.start();
    const c = comment('c');
    port.tell({ iri: c['@id'], comment: c });
    port.tell({ iri: a['@id'], comment: null });
    resolve();
    await settled('ready');
    expect(shape()).toEqual([['b'], ['c']]);
  });

  it('reload when changes may have been missed', async () => {
    port.stored = [comment('a')];
    comments.start();
    await settled('ready');
    port.stored = [comment('b')];
    const changed = new Promise<void>((resolve) => {
      when(() => shape().flat()[0] === 'b', resolve);
    });
    port.tell(null);
    await changed;
    expect(shape()).toEqual([['b']]);
  });

  it('report a failed load, and load on the next start', async () => {
    port.fails = true;
    comments.start();
    await settled('failed');
    port.fails = false;
    port.stored = [comment('a')];
    comments.start();
    await settled('ready');
    expect(shape()).toEqual([['a']]);
  });

  it('are unsubscribed when the scene is closed', () => {
    comments.start();
    expect(port.isReceived).toBe(true);
    comments.dispose();
    expect(port.isReceived).toBe(false);
  });

  it('show a new comment once the server has stored it', async () => {
    comments.start();
    await settled('ready');
    const said = { mentions: [], anchor: null, picture: null };
    const first = await comments.say({ ...said, text: 'new', parent: null });
    await comments.say({ ...said, text: 'reply', parent: 'new' });
    expect(shape()).toEqual([['new', 'reply']]);
    expect(comments.threadOf('reply')?.first).toBe(first);
    await comments.change('new', { resolved: true });
    expect(threads()[0]?.first.resolvedAt).not.toBeNull();
    await comments.remove(first);
    expect(shape()).toEqual([]);
    port.create = async () => {
      throw new Error('away');
    };
    await expect(comments.say({ ...said, text: 'lost', parent: null })).rejects.toThrow('away');
    expect(shape()).toEqual([]);
  });

  it('are marked as read by thread', async () => {
    port.stored = [comment('a', { unread: true }), answer('a1', 'a', { unread: true })];
    comments.start();
    await settled('ready');
    const [thread] = threads();
    expect(thread?.unread).toBe(2);
    await comments.read(thread as Thread);
    expect(threads()[0]?.unread).toBe(0);
    expect(port.calls).toContain('read a');
  });

  it('request the mentionable users once, again after a failure, and after a minute', async () => {
    port.fails = true;
    await expect(comments.people()).rejects.toThrow('away');
    port.fails = false;
    await comments.people();
    await comments.people();
    expect(port.calls.filter((call) => call === 'people')).toHaveLength(2);
    // New users may have been invited.
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
    await comments.people();
    expect(port.calls.filter((call) => call === 'people')).toHaveLength(3);
  });
});

describe('a filtered list of threads', () => {
  const ask = (patch: Partial<Parameters<typeof filterThreads>[1]>, me = 'ada') =>
    filterThreads(threads(), { state: 'open', search: '', order: 'newest', ...patch }, me).map(
      ({ first }) => first.text,
    );

  beforeEach(async () => {
    port.stored = [
      comment('lamp', { author: person('grace') }),
      comment('door', { resolvedAt: new Date(1e12).toISOString() }),
      comment('Roof', { author: null, visitor: 'Zoé', mentions: [person('alan')] }),
      answer('too bright', 'lamp', { unread: true, author: person('bob') }),
    ];
    comments.start();
    await settled('ready');
    await comments.more();
  });

  it('contains the threads of a state', () => {
    expect(ask({ state: 'resolved' })).toEqual(['door']);
    expect(ask({ state: 'unread' })).toEqual(['lamp']);
    expect(ask({ state: 'mine' })).toEqual(['door']);
    expect(ask({ state: 'mine' }, 'alan')).toEqual(['Roof']);
    expect(ask({ state: 'mine' }, 'bob')).toEqual(['lamp']);
  });

  it('keeps an unread thread in the list after it was read, here or elsewhere', () => {
    port.tell({ iri: '/api/comments/too bright', comment: answer('too bright', 'lamp', { unread: false }) });
    expect(threads().find(({ first }) => first.uuid === 'lamp')?.unread).toBe(0);
    expect(ask({ state: 'unread' })).toEqual([]);
    expect(ask({ state: 'unread', kept: new Set(['lamp']) })).toEqual(['lamp']);
    expect(ask({ state: 'unread', kept: new Set(['lamp']), search: 'roof' })).toEqual([]);
    expect(ask({ state: 'resolved', kept: new Set(['lamp']) })).toEqual(['door']);
  });

  it('is sorted by last activity, by age or by author', () => {
    expect(ask({})).toEqual(['lamp', 'Roof']);
    expect(ask({ order: 'oldest' })).toEqual(['lamp', 'Roof']);
    expect(ask({ order: 'author' })).toEqual(['lamp', 'Roof']);
  });

  it('matches the text and author of any comment, regardless of accents', () => {
    expect(ask({ search: 'zoe' })).toEqual(['Roof']);
    expect(ask({ search: 'bríght' })).toEqual(['lamp']);
    expect(ask({ search: ' BRIGHT ' })).toEqual(['lamp']);
    expect(ask({ search: 'bob' })).toEqual(['lamp']);
    expect(ask({ search: 'roof' })).toEqual(['Roof']);
    expect(ask({ search: '.*' })).toEqual([]);
  });
});
