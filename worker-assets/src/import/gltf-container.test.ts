import { describe, expect, it } from 'vitest';
import { checkGltfBudget } from './gltf-budget.ts';
import { parseGltfJson } from './gltf-container.ts';

const parse = (json: object) => parseGltfJson(new TextEncoder().encode(JSON.stringify(json)));

describe('the JSON of a glTF file', () => {
  it('is read as version 2.0 if its version is later', () => {
    expect(parse({ asset: { version: '2.1' } }).asset.version).toBe('2.0');
  });

  it('is rejected if it requires a later version, which the error names', () => {
    expect(() => parse({ asset: { version: '2.1', minVersion: '2.1' } })).toThrow(/glTF 2\.1\. Export/);
  });

  it('keeps only names that are strings', () => {
    const materials = [{ name: null }, { name: 5 }, { name: 'Oak' }, null];
    expect(parse({ asset: { version: '2.0' }, materials }).materials).toEqual([
      {},
      {},
      { name: 'Oak' },
      null,
    ]);
  });

  it('may declare zero elements in an empty buffer view', () => {
    const bufferViews = [{ buffer: 0, byteLength: 0 }];
    const accessors = [{ bufferView: 0, componentType: 5126, count: 0, type: 'VEC3' }];
    expect(() =>
      checkGltfBudget(parse({ asset: { version: '2.0' }, bufferViews, accessors }), [0]),
    ).not.toThrow();
  });
});
