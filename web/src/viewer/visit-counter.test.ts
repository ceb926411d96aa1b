import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startVisit } from './visit-counter.ts';

const sent: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  const fetch = async (_url: string, { body }: { body: string }) => sent.push(JSON.parse(body).kind);
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined });
  vi.stubGlobal('window', { addEventListener: () => undefined });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a visit', () => {
  it('counts its entry and each opened annotation', () => {
    const { count } = startVisit('a', 'view', new AbortController().signal);
    count('annotation');
    count('annotation');
    expect(sent).toEqual(['view', 'annotation', 'annotation']);
  });

  it('counts AR once per minute', () => {
    const { count } = startVisit('a', 'embed', new AbortController().signal);
    count('ar');
    vi.advanceTimersByTime(5_000);
    count('ar');
    expect(sent).toEqual(['embed', 'ar']);
    vi.advanceTimersByTime(61_000);
    count('ar');
    expect(sent).toEqual(['embed', 'ar', 'ar']);
  });
});
