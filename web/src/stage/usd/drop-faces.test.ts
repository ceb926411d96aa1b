import { describe, expect, it } from 'vitest';
import { dropFaces } from './drop-faces.ts';
import { readUsda } from './read-usda.ts';

/** Returns the remaining faces of a mesh with four points. */
function meshOf(counts: string, corners: string, more = '') {
  const points = 'point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]';
  const faces = `int[] faceVertexCounts = [${counts}]\nint[] faceVertexIndices = [${corners}]`;
  const specs = readUsda(`#usda 1.0\ndef Mesh "A" { ${points}\n${faces}\n${more} }`);
  const hasLost = dropFaces(specs);
  const listAt = (name: string) => specs[`/A.${name}`]?.fields.default;
  return { hasLost, listAt, faces: [listAt('faceVertexCounts'), listAt('faceVertexIndices')] };
}

describe('the faces of a USD mesh', () => {
  it('remain unchanged when all of their points exist', () => {
    const { hasLost, faces } = meshOf('3, 3', '0, 1, 2, 0, 2, 3');
    expect(hasLost).toBe(false);
    expect(faces).toEqual([
      [3, 3],
      [0, 1, 2, 0, 2, 3],
    ]);
  });

  it.each([
    ['index missing points', '3, 3, 3', '0, 1, 2, 0, 2, 9, 0, 2, 3', [3, 0, 3], [0, 1, 2, 0, 2, 3]],
    ['have negative indices', '3, 3', '0, 1, -1, 0, 2, 3', [0, 3], [0, 2, 3]],
    ['are truncated', '3, 4', '0, 1, 2, 0, 2', [3, 0], [0, 1, 2]],
    ['have an invalid vertex count', '3, 1e300', '0, 1, 2, 0, 2', [3, 0], [0, 1, 2]],
  ])('lose their corners when they %s', (_, counts, corners, ...left) => {
    const { hasLost, faces } = meshOf(counts, corners);
    expect(hasLost).toBe(true);
    expect(faces).toEqual(left);
  });

  it('lose the values of removed corners, but not those of points and faces', () => {
    const { listAt } = meshOf(
      '3, 3',
      '0, 1, 9, 0, 2, 3',
      `texCoord2f[] primvars:st = [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)] (interpolation = "faceVarying")
       int[] primvars:displayColor:indices = [0, 0, 0, 1, 2, 1]
       normal3f[] normals = [(1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 0, 0)] (interpolation = "vertex")
       float[] primvars:weights = [0, 1]`,
    );
    expect(listAt('primvars:st')).toEqual([3, 3, 4, 4, 5, 5]);
    expect(listAt('primvars:displayColor:indices')).toEqual([1, 2, 1]);
    expect(listAt('normals')).toHaveLength(12);
    expect(listAt('primvars:weights')).toEqual([0, 1]);
  });

  it('leave no mesh when none remains', () => {
    expect(meshOf('3', '7, 8, 9').listAt('points')).toBeUndefined();
  });
});
