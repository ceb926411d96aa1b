import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hearOfLink } from './hear-of-link.ts';

class Stream extends EventTarget {
  static readonly open = new Set<Stream>();

  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    Stream.open.add(this);
  }

  close(): void {
    Stream.open.delete(this);
  }
}

describe('A link that somebody hears of', () => {
  let page: EventTarget & { hidden: boolean };
  beforeEach(() => {
    vi.useFakeTimers();
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
    hearOfLink('scene', onChanged, visit.signal);
    return { onChanged, visit };
  };
  const tell = () => Stream.open.forEach((stream) => void stream.dispatchEvent(new Event('changed')));
  const show = (isInFront: boolean) => {
    page.hidden = !isInFront;
    page.dispatchEvent(new Event('visibilitychange'));
  };

  it('is asked about within two seconds of a change, once for several', async () => {
    const { onChanged } = hear();
    expect([...Stream.open].map(({ url }) => url)).toEqual(['/api/public/scenes/scene/watch']);
    tell();
    tell();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(onChanged).toHaveBeenCalledTimes(1);
  });

  it('is heard of while its page is in front', () => {
    hear();
    show(false);
    expect(Stream.open.size).toBe(0);
    show(true);
    show(true);
    expect(Stream.open.size).toBe(1);
  });

  it('is not heard of after the visit', async () => {
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
