import { unmarkedZip } from '@diorama/stack/test/unmarked-zip.ts';
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

describe('An archive of USD', () => {
  it('has its names as they were written, though it does not say that they are UTF-8', () => {
    const layer = strToU8('#usda 1.0\n');
    const files = ['stuhl ä.usda', 'größe.png'].map((name) => ({ name: strToU8(name), bytes: layer }));
    const { root, layers, pictures } = openUsd(unmarkedZip(files).buffer);
    expect([root, [...layers.keys()], Object.keys(pictures)]).toEqual([
      'stuhl ä.usda',
      ['stuhl ä.usda'],
      ['größe.png'],
    ]);
  });
});
