import type { Material, Primitive } from '@gltf-transform/core';
import { readTriangles, type Triangles } from '../triangles.ts';
import type { UsdPrim } from '../usdc/layer.ts';
import { type MaterialWriter, uvName } from './materials.ts';

/** A primitive's arrays in USD's form; reusing the object lets the crate writer store them once. */
type MeshArrays = {
  triangles: Triangles;
  counts: Int32Array;
  extent: Float32Array;
  uvs: Float32Array[];
  colors: Float32Array | null;
};

/**
 * Writes glTF primitives as USD meshes and caches their arrays, so that a repeated mesh costs its bytes once.
 */
export class MeshWriter {
  readonly #materials: MaterialWriter;
  readonly #arrays = new Map<Primitive, MeshArrays | null>();
  readonly #counts = new Map<number, Int32Array>();

  constructor(materials: MaterialWriter) {
    this.#materials = materials;
  }

  /** Adds the primitive below `parent`. @returns the mesh, or `null` for points and lines, which USDZ readers do not draw. */
  write(
    parent: UsdPrim,
    name: string,
    primitive: Primitive,
    apiSchemas: readonly string[] = [],
  ): UsdPrim | null {
    const arrays = this.#read(primitive);
    if (!arrays) {
      return null;
    }
    const { triangles, counts, extent, uvs, colors } = arrays;
    const material = primitive.getMaterial();
    const mesh = parent.child(name, 'Mesh', { apiSchemas: ['MaterialBindingAPI', ...apiSchemas] });
    mesh.attribute('points', 'point3f[]', triangles.positions);
    mesh.attribute('faceVertexCounts', 'int[]', counts);
    mesh.attribute('faceVertexIndices', 'int[]', triangles.indices);
    mesh.attribute('extent', 'float3[]', extent);
    mesh.attribute('subdivisionScheme', 'token', 'none', { uniform: true });
    mesh.attribute('doubleSided', 'bool', material?.getDoubleSided() ?? false, { uniform: true });
    if (triangles.normals) {
      mesh.attribute('normals', 'normal3f[]', triangles.normals, { interpolation: 'vertex' });
    }
    uvs.forEach((uv, set) => {
      mesh.attribute(`primvars:${uvName(set)}`, 'texCoord2f[]', uv, { interpolation: 'vertex' });
    });
    if (colors) {
      mesh.attribute('primvars:displayColor', 'color3f[]', colors, { interpolation: 'vertex' });
    }
    mesh.relationship('material:binding', this.#materials.write(material, colors !== null));
    return mesh;
  }

  #read(primitive: Primitive): MeshArrays | null {
    const known = this.#arrays.get(primitive);
    if (known !== undefined) {
      return known;
    }
    const triangles = readTriangles(primitive);
    const arrays = triangles && {
      triangles,
      counts: this.#countsOf(triangles.indices.length / 3),
      extent: extentOf(triangles.positions),
      uvs: triangles.uvs.map(flipV),
      colors: triangles.colors && tint(triangles.colors, primitive.getMaterial()),
    };
    this.#arrays.set(primitive, arrays);
    return arrays;
  }

  #countsOf(triangles: number): Int32Array {
    const counts = this.#counts.get(triangles) ?? new Int32Array(triangles).fill(3);
    this.#counts.set(triangles, counts);
    return counts;
  }
}

function extentOf(positions: Float32Array): Float32Array {
  const extent = Float32Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < positions.length; i += 1) {
    const axis = i % 3;
    const value = positions[i] ?? 0;
    extent[axis] = Math.min(extent[axis] ?? value, value);
    extent[axis + 3] = Math.max(extent[axis + 3] ?? value, value);
  }
  return extent;
}

/** V points down in glTF and up in USD. */
function flipV(uv: Float32Array): Float32Array {
  return uv.map((value, i) => (i % 2 === 1 ? 1 - value : value));
}

/** glTF multiplies vertex colours with the material's; a preview surface cannot, so it is done here. */
function tint(colors: Float32Array, material: Material | null): Float32Array {
  const factor = material?.getBaseColorFactor() ?? [1, 1, 1, 1];
  return colors.map((value, i) => value * (factor[i % 3] ?? 1));
}
