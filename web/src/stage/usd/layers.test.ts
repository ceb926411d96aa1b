import { strToU8 } from 'fflate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openUsd } from './layers.ts';

describe('A layer of USD', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is copied and read once, however often it is asked for', () => {
    const { layers } = openUsd(strToU8('#usda 1.0\ndef "A" {}\n').slice().buffer);
    const layer = layers.get('');
    const specs = layer?.specs();
    const slice = vi.spyOn(Uint8Array.prototype, 'slice');
    expect(layer?.specs()).toBe(specs);
    expect(slice).not.toHaveBeenCalled();
  });
});
