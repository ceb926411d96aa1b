import { describe, expect, it } from 'vitest';
import { isPending } from './use-library.ts';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const item = {
  kind: 'model',
  status: 'ready',
  thumbnailUrl: null,
  createdAt: '2026-11-29T11:59:00Z',
} as const;

describe('isPending', () => {
  it('returns true until the library item has its picture or the picture has failed', () => {
    expect(isPending(item, NOW)).toBe(true);
    expect(isPending({ ...item, thumbnailUrl: 'https://diorama.test/a.webp' }, NOW)).toBe(false);
    expect(isPending({ ...item, createdAt: '2026-11-29T11:00:00Z' }, NOW)).toBe(false);
  });

  it('returns true for a sound only while it is processed', () => {
    expect(isPending({ ...item, kind: 'sound' }, NOW)).toBe(false);
    expect(isPending({ ...item, kind: 'sound', status: 'processing' }, NOW)).toBe(true);
  });
});
