import { describe, expect, it } from 'vitest';
import { CROP_START, clampCrop, cutOf, drawnSize } from './image-crop.tsx';

const WIDE = { width: 800, height: 400 };

describe('a crop', () => {
  it('begins with the middle, the shorter side whole', () => {
    expect(drawnSize(WIDE, 200, 1)).toEqual({ width: 400, height: 200 });
    expect(cutOf(CROP_START, WIDE, 200)).toEqual({ x: 200, y: 0, side: 400 });
  });

  it('never shows what is beside the picture', () => {
    expect(clampCrop({ x: 999, y: 999, zoom: 1 }, WIDE, 200)).toEqual({ x: 100, y: 0, zoom: 1 });
    expect(cutOf(clampCrop({ x: 999, y: 0, zoom: 1 }, WIDE, 200), WIDE, 200).x).toBe(0);
    expect(cutOf(clampCrop({ x: -999, y: 0, zoom: 1 }, WIDE, 200), WIDE, 200).x).toBe(400);
  });

  it('cuts less the nearer it is, within limits', () => {
    expect(cutOf({ x: 0, y: 0, zoom: 2 }, WIDE, 200)).toEqual({ x: 300, y: 100, side: 200 });
    expect(clampCrop({ x: 0, y: 0, zoom: 99 }, WIDE, 200).zoom).toBe(4);
    expect(clampCrop({ x: 0, y: 0, zoom: 0.1 }, WIDE, 200).zoom).toBe(1);
  });
});
