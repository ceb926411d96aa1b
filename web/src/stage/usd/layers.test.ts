import { unmarkedZip } from '@diorama/stack/test/unmarked-zip.ts';
import { strToU8 } from 'fflate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openUsd } from './layers.ts';

describe('a USD layer', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is copied and parsed once for repeated reads', () => {
    const { layers } = openUsd(strToU8('#usda 1.0\ndef "A" {}\n').slice().buffer);
    const layer = layers.get('');
    const specs = layer?.specs();
    const slice = vi.spyOn(Uint8Array.prototype, 'slice');
    expect(layer?.specs()).toBe(specs);
    expect(slice).not.toHaveBeenCalled();
  });
});

describe('a USD archive', () => {
  it('keeps UTF-8 names that lack the UTF-8 flag', () => {
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
