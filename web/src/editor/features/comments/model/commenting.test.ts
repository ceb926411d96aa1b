import type { UserRef } from '@diorama/shared/contract/fields.ts';
import { describe, expect, it } from 'vitest';
import { CommentingManager } from './commenting.ts';

const person = (uuid: string, name: string) => ({ uuid, name }) as UserRef;

describe('Who is mentioned in words that wait', () => {
  it('stays chosen, whatever is opened and closed meanwhile; of one name the last one is', () => {
    const commenting = new CommentingManager();
    commenting.call(person('a', 'Ana'));
    commenting.begin({ anchor: null, picture: Promise.resolve(null) });
    commenting.close();
    commenting.call(person('b', 'Ben'));
    expect(commenting.called.value.map(({ uuid }) => uuid)).toEqual(['a', 'b']);
    commenting.call(person('c', 'Ana'));
    expect(commenting.called.value.map(({ uuid }) => uuid)).toEqual(['b', 'c']);
  });

  it('goes along with the words of a thread that is gone', () => {
    const commenting = new CommentingManager();
    commenting.call(person('a', 'Ana'));
    commenting.answer('thread', 'Look at this, @Ana');
    expect(commenting.lose('thread')).toBe(true);
    expect(commenting.text.value).toContain('@Ana');
    expect(commenting.called.value.map(({ name }) => name)).toEqual(['Ana']);
  });
});
