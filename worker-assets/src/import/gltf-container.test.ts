import { describe, expect, it } from 'vitest';
import { checkGltfBudget } from './gltf-budget.ts';
import { parseGltfJson } from './gltf-container.ts';

const parse = (json: object) => parseGltfJson(new TextEncoder().encode(JSON.stringify(json)));

describe('the description of a glTF file', () => {
  it('of a later version is read as the one that is known', () => {
    expect(parse({ asset: { version: '2.1' } }).asset.version).toBe('2.0');
  });

  it('that needs a later version is refused by its number', () => {
    expect(() => parse({ asset: { version: '2.1', minVersion: '2.1' } })).toThrow(/glTF 2\.1\. Export/);
  });

  it('keeps of names those that are texts', () => {
    const materials = [{ name: null }, { name: 5 }, { name: 'Oak' }, null];
    expect(parse({ asset: { version: '2.0' }, materials }).materials).toEqual([
      {},
      {},
      { name: 'Oak' },
      null,
    ]);
  });

  it('may count no elements in no bytes', () => {
    const bufferViews = [{ buffer: 0, byteLength: 0 }];
    const accessors = [{ bufferView: 0, componentType: 5126, count: 0, type: 'VEC3' }];
    expect(() =>
      checkGltfBudget(parse({ asset: { version: '2.0' }, bufferViews, accessors }), [0]),
    ).not.toThrow();
  });
});
