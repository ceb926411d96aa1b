import { beforeEach, describe, expect, it, vi } from 'vitest';
import { watchLink } from './watch-link.ts';

const MINUTE_MS = 60_000;

describe('a watched link', () => {
  let page: EventTarget & { hidden: boolean };
  let asked: string[];
  let answer: () => Response;
  beforeEach(() => {
    vi.useFakeTimers();
    page = Object.assign(new EventTarget(), { hidden: false });
    asked = [];
    answer = () => Response.json({});
    vi.stubGlobal('document', page);
    vi.stubGlobal('sessionStorage', { getItem: () => null });
    vi.stubGlobal('fetch', async (_url: string, { method = 'GET' }: RequestInit) => {
      asked.push(method);
      return answer();
    });
    return () => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    };
  });
  const refused = (status: number, body: object) => () => Response.json(body, { status });
  const watch = () => {
    const onClosed = vi.fn();
    const visit = new AbortController();
    return { onClosed, visit, look: watchLink('scene', onClosed, visit.signal) };
  };

  it('is requested once a minute with HEAD, only while its page is visible', async () => {
    const { onClosed, visit } = watch();
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(asked).toEqual(['HEAD', 'HEAD']);
    page.hidden = true;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(asked).toHaveLength(2);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(asked).toHaveLength(3);
    visit.abort();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(asked).toHaveLength(3);
    expect(onClosed).not.toHaveBeenCalled();
  });

  it.each([
    [refused(404, { description: 'request.not-found' }), { state: 'absent' }],
    [refused(404, { description: 'scene.expired' }), { state: 'expired' }],
    [refused(403, { description: 'security.scene.blocked' }), { state: 'blocked' }],
    [refused(423, { description: 'scene.locked', name: 'Chair' }), { state: 'locked', name: 'Chair' }],
  ])('reports once that it was closed, with the reason', async (closed, reason) => {
    const { onClosed, look } = watch();
    answer = closed;
    look();
    await vi.advanceTimersByTimeAsync(0);
    expect(onClosed).toHaveBeenCalledExactlyOnceWith(reason);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(asked).toEqual(['HEAD', 'GET']);
  });

  it('stays open when the network or the server fails', async () => {
    const { onClosed, look } = watch();
    answer = () => {
      throw new TypeError('The network is gone');
    };
    look();
    answer = refused(503, {});
    look();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(onClosed).not.toHaveBeenCalled();
  });
});
