import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { RefusedError } from '../refused-error.ts';
import { checkLayers } from './check-layers.ts';
import { openLayers } from './layers.ts';

const check = (bytes: ArrayBuffer) => checkLayers(openLayers(bytes));

type Refer = (name: string) => string;

const WAYS: [string, Refer][] = [
  ['references', (name) => `prepend references = @${name}@`],
  ['references to a part', (name) => `prepend references = @./${name}@</Root>`],
  ['payloads', (name) => `payload = @${name}@`],
];

function layer(names: readonly string[], refer: Refer): Uint8Array {
  const parts = names.map((name, i) => `def Xform "Part${i}" (\n${refer(name)}\n)\n{\n}\n`);
  return strToU8(`#usda 1.0\n(\n    defaultPrim = "Root"\n)\n\ndef Xform "Root"\n{\n${parts.join('')}}\n`);
}

/** Layers of which each names the next so many times. */
function archive(length: number, times: number, refer: Refer, folder = ''): ArrayBuffer {
  const files = Array.from({ length }, (_, i) => {
    const names = Array<string>(i + 1 < length ? times : 0).fill(`l${i + 1}.usda`);
    return [`${folder}l${i}.usda`, layer(names, refer)];
  });
  return zipSync(Object.fromEntries(files)).slice().buffer;
}

describe('checkLayers', () => {
  it.each(WAYS)('refuses a few small layers that ask for billions by %s', (_, refer) => {
    expect(() => check(archive(30, 2, refer))).toThrow(/more often than can be drawn/);
    expect(() => check(archive(30, 2, refer, 'scene/'))).toThrow(RefusedError);
  });

  it.each(WAYS)('lets layers name one another by %s', (_, refer) => {
    expect(() => check(archive(5, 3, refer))).not.toThrow();
  });

  it('counts a large layer for more', () => {
    const [, refer] = WAYS[0] ?? ['', String];
    const files = {
      'scene.usda': layer(Array<string>(1000).fill('large.usda'), refer),
      'large.usda': strToU8(`#usda 1.0\n# ${'-'.repeat(4_000_000)}\n`),
    };
    expect(() => check(zipSync(files).slice().buffer)).toThrow(RefusedError);
  });

  it('refuses layers that hold themselves', () => {
    const [, refer] = WAYS[0] ?? ['', String];
    const files = { 'a.usda': layer(['b.usda'], refer), 'b.usda': layer(['a.usda'], refer) };
    expect(() => check(zipSync(files).slice().buffer)).toThrow(/holds itself/);
  });

  it('has nothing to say of a file that is no archive', () => {
    expect(() => check(strToU8('#usda 1.0\n').slice().buffer)).not.toThrow();
  });
});
