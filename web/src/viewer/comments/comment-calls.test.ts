import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPendingRequests } from '../../api/pending-requests.ts';
import { postComment } from './comment-calls.ts';

describe('a visitor’s comment', () => {
  const keys: (string | null)[] = [];
  let answer: () => Response;
  let say: (text: string) => ReturnType<typeof postComment>;
  beforeEach(() => {
    keys.length = 0;
    vi.stubGlobal('sessionStorage', { getItem: () => null });
    vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
      keys.push(new Headers(headers).get('idempotency-key'));
      return answer();
    });
    const unsaid = createPendingRequests<{ body: string }>();
    say = (text) => postComment('scene', { name: 'Vera', text, parent: null, anchor: null }, unsaid);
    return () => vi.unstubAllGlobals();
  });
  const lost = () => {
    throw new TypeError('The network is gone');
  };
  const said = () => Response.json({ uuid: 'comment' }, { status: 201 });

  it('keeps its idempotency key until the server answers; another text has another key', async () => {
    answer = lost;
    expect(await say('Hello')).toEqual({ trouble: 'unreachable' });
    await say('Goodbye');
    answer = said;
    expect(await say('Hello')).toEqual({ value: { uuid: 'comment' } });
    await say('Hello');
    expect(keys[2]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
    expect(keys).not.toContain(null);
  });

  it('is retryable while the server still processes its key, and final on another conflict', async () => {
    answer = () => Response.json({ description: 'idempotency.running' }, { status: 409 });
    expect(await say('Hello')).toEqual({ trouble: 'tooMany' });
    answer = () => Response.json({ description: 'request.conflict' }, { status: 409 });
    expect(await say('Hello')).toEqual({ trouble: 'settled' });
    expect(keys[1]).toBe(keys[0]);
  });
});
