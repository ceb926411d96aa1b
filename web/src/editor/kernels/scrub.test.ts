import { describe, expect, it } from 'vitest';
import { startScrub } from './scrub.ts';

class Key extends Event {
  readonly key: string;
  constructor(key: string) {
    super('keydown', { cancelable: true });
    this.key = key;
  }
}

function begin() {
  const told: (string | number)[] = [];
  const keys = new EventTarget();
  const scrub = startScrub(
    {
      value: 1,
      step: 0.5,
      change: (value) => told.push(value),
      commit: () => told.push('commit'),
      cancel: () => told.push('cancel'),
    },
    keys,
  );
  const still = { shift: false, alt: false };
  return { told, keys, scrub, move: (pixels: number) => scrub.move(pixels, still) };
}

describe('scrubbing', () => {
  it('changes the value in steps of two pixels, and commits once at its end', () => {
    const { told, scrub, move } = begin();
    move(4);
    scrub.move(1, { shift: true, alt: false });
    scrub.end();
    expect(told).toEqual([2, 4.5, 'commit']);
  });

  it('is canceled by Escape, and ignores later moves', () => {
    const { told, keys, scrub, move } = begin();
    move(4);
    const pressed = new Key('Escape');
    keys.dispatchEvent(pressed);
    move(8);
    scrub.end();
    expect(told).toEqual([2, 'cancel']);
    expect(pressed.defaultPrevented).toBe(true);
    const later = new Key('Escape');
    keys.dispatchEvent(later);
    expect(later.defaultPrevented).toBe(false);
  });
});
