import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OcclusionQueue } from './marker-layer.ts';

let frames: (() => void)[] = [];
let looked: string[] = [];
let hidden: Set<string>;
let behind: OcclusionQueue;

const nextFrame = () => {
  for (const frame of frames.splice(0)) {
    frame();
  }
};

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
  frames = [];
  looked = [];
  hidden = new Set(['b', '8']);
  behind = new OcclusionQueue({ isHidden: (id) => hidden.has(id), onLooked: (id) => looked.push(id) });
});

afterEach(() => vi.unstubAllGlobals());

describe('occlusion tests of markers', () => {
  it('run a few per frame, once per marker, until all are known', () => {
    const ids = ['1', '2', '3', '4', '5', '6', '7', '8'];
    behind.ask(ids);
    behind.ask(ids);
    nextFrame();
    expect(looked).toEqual(ids.slice(0, 6));
    expect(behind.isHidden('8')).toBe(false);
    nextFrame();
    expect(looked).toEqual(ids);
    expect(behind.isHidden('8')).toBe(true);
    expect(frames).toEqual([]);
  });

  it('are repeated on request, and stop after dispose', () => {
    behind.ask(['b']);
    nextFrame();
    hidden.clear();
    expect(behind.isHidden('b')).toBe(true);
    behind.ask(['b']);
    nextFrame();
    expect(behind.isHidden('b')).toBe(false);
    behind.ask(['b']);
    behind.dispose();
    nextFrame();
    expect(looked).toEqual(['b', 'b']);
  });
});
