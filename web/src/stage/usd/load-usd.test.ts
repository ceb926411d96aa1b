import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { composeLayers } from './compose-layers.ts';
import { openUsd } from './layers.ts';
import { metresPerUnit } from './load-usd.ts';

const layer = (head: string) => strToU8(`#usda 1.0\n(\n    ${head}\n)\n\ndef Xform "Root"\n{\n}\n`);
const metresOf = (bytes: Uint8Array) => {
  const { root, layers } = openUsd(bytes.slice().buffer);
  return metresPerUnit(composeLayers(root, layers));
};

describe('metresPerUnit', () => {
  it.each([
    ['metersPerUnit = 1', 1],
    ['metersPerUnit = 0.0254', 0.0254],
    ['upAxis = "Z"', 0.01],
    ['metersPerUnit = 0', 0.01],
    ['metersPerUnit = -1', 0.01],
    ['metersPerUnit = "long"', 0.01],
  ])('of a layer with %s is %f', (head, metres) => {
    expect(metresOf(layer(head))).toBe(metres);
    expect(metresOf(zipSync({ 'a.usda': layer(head), 'b.usda': layer('metersPerUnit = 7') }))).toBe(metres);
  });

  it('is read behind a comment that looks like the end of the header', () => {
    expect(metresOf(layer('doc = """\ndef nothing\n"""\nmetersPerUnit = 2'))).toBe(2);
  });

  it('defaults to centimeters', () => {
    expect(metresOf(strToU8('#usda 1.0\ndef Xform "metersPerUnit = 1"\n{\n}\n'))).toBe(0.01);
  });
});
