import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LensTransition } from './document-camera.ts';

let isStill = false;

describe('LensTransition', () => {
  beforeEach(() => {
    isStill = false;
    vi.stubGlobal('window', { matchMedia: () => ({ matches: isStill }) });
    return () => vi.unstubAllGlobals();
  });

  it('approaches its target with each frame, never overshoots, and comes to rest', () => {
    const glide = new LensTransition({ fov: 40, distance: 5 });
    expect(glide.step(0.016)).toBe(false);
    const wide = { fov: 70, distance: 2 };
    glide.go(wide);
    let before = 40;
    let frames = 0;
    while (glide.step(0.016)) {
      expect(glide.now.fov).toBeGreaterThan(before);
      expect(glide.now.fov).toBeLessThanOrEqual(70);
      before = glide.now.fov;
      frames += 1;
    }
    expect(glide.now).toBe(wide);
    expect(frames).toBeGreaterThan(10);
    expect(frames).toBeLessThan(200);
  });

  it('ends at once with reduced motion', () => {
    isStill = true;
    const glide = new LensTransition({ fov: 40, distance: 5 });
    glide.go({ fov: 70, distance: 5 });
    expect([glide.step(0.016), glide.now.fov]).toEqual([true, 70]);
  });
});
