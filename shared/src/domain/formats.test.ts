import { describe, expect, it } from 'vitest';
import {
  FORMATS,
  formatAt,
  formatDisplayNames,
  formatsOf,
  isModelFormat,
  pickerOf,
  SCENE_FILES,
} from './formats.ts';

describe('the table of formats', () => {
  it('marks exactly the model formats as models, without zip', () => {
    const models = formatsOf('model').filter((format) => format !== 'zip');
    expect(models.every(isModelFormat)).toBe(true);
    expect(formatsOf('texture').some(isModelFormat)).toBe(false);
    expect(isModelFormat('zip')).toBe(false);
  });

  it('has a distinct media type for each format', () => {
    const types = Object.values(FORMATS).map(({ mediaType }) => mediaType);
    expect(new Set(types).size).toBe(types.length);
  });

  it('sorts extensions into models, side files and pictures, each once', () => {
    const { whole, main, side, pictures } = SCENE_FILES;
    expect(whole).toEqual(expect.arrayContaining(['glb', 'usdz', '3mf', 'stl', 'zip']));
    expect(main).toEqual(expect.arrayContaining(['gltf', 'fbx', 'obj', 'dae', 'ply', 'usd', 'usda', 'usdc']));
    expect(side).toEqual(expect.arrayContaining(['bin', 'mtl', 'ktx2', ...pictures]));
    const all = [...whole, ...main, ...side];
    expect(new Set(all).size).toBe(all.length);
  });

  it('has display names and extensions for file pickers', () => {
    expect(formatDisplayNames('model')).toBe('GLB, glTF, FBX, USDZ, USD, DAE, OBJ, 3MF, PLY, STL, 3DS');
    expect(formatDisplayNames('mark')).toBe('PNG, JPEG, WebP');
    expect(pickerOf(formatAt('jpeg').extensions)).toBe('.jpg,.jpeg');
  });
});
