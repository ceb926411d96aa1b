import { describe, expect, it } from 'vitest';
import type { LiveMessage } from '../../../../api/live.ts';
import { mentionIn } from './mention-in.ts';

const SAID = {
  composition: '/api/compositions/scene',
  mentions: [{ uuid: 'ada' }, { uuid: 'me' }],
  unread: true,
};

type Event = NonNullable<LiveMessage['event']>;
const message = (patch: object = {}, type: Event['type'] = 'created', state: object | null = SAID) =>
  ({
    topic: 'comment',
    event: { '@id': '/api/comments/a', type, state: state && { ...state, ...patch } },
  }) satisfies LiveMessage;
const found = (told: LiveMessage) => mentionIn(told, { sceneId: 'scene', me: 'me' });

describe('a live message', () => {
  it('reports a new mention', () => {
    expect(found(message())).toEqual(SAID);
  });

  it.each<[string, LiveMessage]>([
    ['in another scene', message({ composition: '/api/compositions/other' })],
    ['of another user', message({ mentions: [{ uuid: 'ada' }] })],
    ['in a comment that is already read', message({ unread: false })],
    ['in an updated comment', message({}, 'updated')],
    ['in a deleted comment', message({}, 'deleted', null)],
    ['in an event without a state', message({}, 'created', null)],
    ['in an event of another topic', { ...message(), topic: 'composition' }],
    ['in a reset message', { topic: 'reset', event: null }],
  ])('reports no mention %s', (_, told) => {
    expect(found(told)).toBeNull();
  });
});
