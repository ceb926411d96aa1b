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
    ['of another scene', message({ composition: '/api/compositions/other' })],
    ['of somebody else', message({ mentions: [{ uuid: 'ada' }] })],
    ['that is read, as those one makes are', message({ unread: false })],
    ['that was made before', message({}, 'updated')],
    ['that is gone', message({}, 'deleted', null)],
    ['of which nothing may be known', message({}, 'created', null)],
    ['of another kind', { ...message(), topic: 'composition' }],
    ['when some were missed', { topic: 'reset', event: null }],
  ])('reports no mention %s', (_, told) => {
    expect(found(told)).toBeNull();
  });
});
