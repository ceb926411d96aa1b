import type { UserRef } from '@diorama/shared/contract/fields.ts';
import { describe, expect, it } from 'vitest';
import { CommentingManager } from './commenting.ts';

const person = (uuid: string, name: string) => ({ uuid, name }) as UserRef;

describe('the mentioned users of a draft', () => {
  it('stay when other drafts open and close, and the last one of the same name wins', () => {
    const commenting = new CommentingManager();
    commenting.call(person('a', 'Ana'));
    commenting.begin({ anchor: null, picture: Promise.resolve(null) });
    commenting.close();
    commenting.call(person('b', 'Ben'));
    expect(commenting.called.value.map(({ uuid }) => uuid)).toEqual(['a', 'b']);
    commenting.call(person('c', 'Ana'));
    expect(commenting.called.value.map(({ uuid }) => uuid)).toEqual(['b', 'c']);
  });

  it('are kept with the text of a deleted thread', () => {
    const commenting = new CommentingManager();
    commenting.call(person('a', 'Ana'));
    commenting.answer('thread', 'Look at this, @Ana');
    expect(commenting.lose('thread')).toBe(true);
    expect(commenting.text.value).toContain('@Ana');
    expect(commenting.called.value.map(({ name }) => name)).toEqual(['Ana']);
  });
});
