import { beforeEach, describe, expect, it, vi } from 'vitest';
import { subscribeToLink } from './link-events.ts';

class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static readonly open = new Set<Stream>();
  static count = 0;

  readonly url: string;
  readyState = 0;

  constructor(url: string) {
    super();
    this.url = url;
    Stream.open.add(this);
    Stream.count += 1;
  }

  close(): void {
    Stream.open.delete(this);
  }
}

describe('the events of a link', () => {
  let page: EventTarget & { hidden: boolean };
  beforeEach(() => {
    vi.useFakeTimers();
    Stream.count = 0;
    page = Object.assign(new EventTarget(), { hidden: false });
    vi.stubGlobal('document', page);
    vi.stubGlobal('EventSource', Stream);
    return () => {
      Stream.open.clear();
      vi.useRealTimers();
      vi.unstubAllGlobals();
    };
  });
  const hear = () => {
    const onChanged = vi.fn();
    const visit = new AbortController();
    subscribeToLink('scene', onChanged, visit.signal);
    return { onChanged, visit };
  };
  const tell = () => Stream.open.forEach((stream) => void stream.dispatchEvent(new Event('changed')));
  const show = (isInFront: boolean) => {
    page.hidden = !isInFront;
    page.dispatchEvent(new Event('visibilitychange'));
  };

  it('are reported within two seconds, once for several changes', async () => {
    const { onChanged } = hear();
    expect([...Stream.open].map(({ url }) => url)).toEqual(['/api/public/scenes/scene/watch']);
    tell();
    tell();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(onChanged.mock.calls).toEqual([['changed']]);
  });

  it('are reported once for each type', async () => {
    const { onChanged } = hear();
    for (const what of ['changed', 'comments', 'comments']) {
      Stream.open.forEach((stream) => void stream.dispatchEvent(new Event(what)));
    }
    await vi.advanceTimersByTimeAsync(2_000);
    expect(onChanged.mock.calls.flat().sort()).toEqual(['changed', 'comments']);
  });

  it('are reported as missed after a reconnect', async () => {
    const { onChanged } = hear();
    const answer = () => Stream.open.forEach((stream) => void stream.dispatchEvent(new Event('open')));
    answer();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(onChanged).not.toHaveBeenCalled();
    fail(0);
    answer();
    await vi.advanceTimersByTimeAsync(2_000);
    show(false);
    show(true);
    answer();
    answer();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(onChanged.mock.calls.flat()).toEqual(['missed', 'missed']);
  });

  it('are received only while the page is visible', () => {
    hear();
    show(false);
    expect(Stream.open.size).toBe(0);
    show(true);
    show(true);
    expect(Stream.open.size).toBe(1);
  });

  /** Fails with another answer, or a broken connection, after which a browser reconnects. */
  const fail = (readyState: number) => {
    for (const stream of Stream.open) {
      stream.readyState = readyState;
      stream.dispatchEvent(new Event('error'));
    }
  };
  const refuse = () => {
    fail(Stream.CLOSED);
    Stream.open.clear();
  };

  it('are reported after a refused stream, which reconnects with growing delays', async () => {
    const { onChanged } = hear();
    refuse();
    expect(Stream.open.size).toBe(0);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(onChanged).toHaveBeenCalledTimes(1);
    expect(Stream.open.size).toBe(1);
    for (let times = 0; times < 10; times++) {
      refuse();
      await vi.advanceTimersByTimeAsync(120_000);
    }
    const before = Stream.count;
    refuse();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(Stream.count).toBe(before);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(Stream.count).toBe(before + 1);
    for (const stream of Stream.open) {
      stream.dispatchEvent(new Event('open'));
    }
    refuse();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(Stream.count).toBe(before + 2);
  });

  it('leave reconnecting to the browser when the stream breaks', async () => {
    hear();
    fail(0);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(Stream.count).toBe(1);
  });

  it('are not requested again on a hidden page or after the visit', async () => {
    const { visit } = hear();
    refuse();
    show(false);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(Stream.count).toBe(1);
    show(true);
    refuse();
    visit.abort();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(Stream.count).toBe(2);
  });

  it('are not received after the visit', async () => {
    const { onChanged, visit } = hear();
    tell();
    visit.abort();
    expect(Stream.open.size).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    show(true);
    expect(Stream.open.size).toBe(0);
    expect(onChanged).not.toHaveBeenCalled();
  });
});
