import { BufferAttribute, type BufferGeometry, DoubleSide, type Material, type Mesh, MeshPhysicalMaterial, type Object3D } from 'three';
import { USDComposer } from 'three/addons/loaders/usd/USDComposer.js';
import type { Spec } from './layer-specs.ts';
import { putInstances } from './put-instances.ts';

type Attributes = Record<string, unknown>;

/** Three's composer, with what it leaves out: meshes of the other hand, of two sides, of many colours, and copies. */
export class SceneComposer extends USDComposer {
  readonly #twoSided = new Map<Material, Material>();

  override _buildHierarchy(parent: Object3D, path: string): void {
    super._buildHierarchy(parent, path);
    if (this.specsByPath[path]?.fields.typeName === 'PointInstancer') {
      putInstances(parent, this._getAttributes(path));
    }
  }

  /** Without any material that lies about, which the composer gives to what has none and says its colour itself. */
  override _buildMaterial(path: string, fields: Attributes): Material {
    const isBare = this._getMaterialBindingTarget(path) === null;
    const hasColour = this.specsByPath[`${path}.primvars:displayColor`] !== undefined;
    return isBare && hasColour ? new MeshPhysicalMaterial() : super._buildMaterial(path, fields);
  }

  override _buildMesh(path: string, spec: Spec): Mesh {
    const mesh = super._buildMesh(path, spec);
    const attributes = this._getAttributes(path);
    if (attributes.orientation === 'leftHanded') {
      const hasNormals = ['normals', 'primvars:normals'].some((name) => attributes[name] !== undefined);
      turnFaces(mesh.geometry, hasNormals);
    }
    const { material } = mesh;
    if (mesh.geometry.getAttribute('color') && !Array.isArray(material)) {
      mesh.material = coloured(material);
    }
    if (attributes.doubleSided === true) {
      mesh.material = Array.isArray(mesh.material)
        ? mesh.material.map((one) => this.#ofTwoSides(one))
        : this.#ofTwoSides(mesh.material);
    }
    return mesh;
  }

  override _buildGeometry(path: string, attributes: Attributes, hasSkinning?: boolean): BufferGeometry {
    const geometry = super._buildGeometry(path, attributes, hasSkinning);
    const colours = this.#coloursOf(attributes);
    if (colours) {
      geometry.setAttribute('color', new BufferAttribute(colours, 3));
    }
    return geometry;
  }

  /** The colours of the corners of all triangles, where a mesh has more than one. */
  #coloursOf(attributes: Attributes): Float32Array | null {
    const [colours, corners, counts] = [
      listIn(attributes['primvars:displayColor']),
      listIn(attributes.faceVertexIndices),
      listIn(attributes.faceVertexCounts),
    ];
    const indices = listIn(attributes['primvars:displayColor:indices']);
    const points = listIn(attributes.points);
    const amount = indices.length || colours.length / 3;
    if (amount < 2 || counts.length === 0) {
      return null;
    }
    const faces = Array.from(counts).flatMap((count, face) => Array<number>(count).fill(face));
    const indexOf = { [corners.length]: (corner: number) => corner };
    indexOf[counts.length] = (corner) => faces[corner] ?? 0;
    indexOf[points.length / 3] = (corner) => corners[corner] ?? 0;
    const find = indexOf[amount];
    if (!find) {
      return null;
    }
    const holes = this._buildHoleMap(attributes['primvars:arnold:polygon_holes']);
    const { pattern } = this._triangulateIndicesWithPattern(corners, counts, points, holes);
    return Float32Array.from({ length: pattern.length * 3 }, (_, i) => {
      const at = find(pattern[Math.floor(i / 3)] ?? 0);
      return colours[(indices.length > 0 ? (indices[at] ?? 0) : at) * 3 + (i % 3)] ?? 1;
    });
  }

  #ofTwoSides(material: Material): Material {
    const known = this.#twoSided.get(material) ?? material.clone();
    known.side = DoubleSide;
    this.#twoSided.set(material, known);
    return known;
  }
}

/** A material whose colour is that of the corners alone: the composer paints it with the first of those. */
function coloured(material: Material): Material {
  const own = material.clone();
  own.vertexColors = true;
  if ('color' in own && 'map' in own && own.map === null && isColour(own.color)) {
    own.color.set(0xffffff);
  }
  return own;
}

function isColour(value: unknown): value is { set: (colour: number) => void } {
  return typeof value === 'object' && value !== null && 'isColor' in value;
}

/** Turns triangles round, and normals that were worked out from them. */
function turnFaces(geometry: BufferGeometry, hasNormals: boolean): void {
  for (const attribute of Object.values(geometry.attributes)) {
    if (!(attribute instanceof BufferAttribute)) {
      continue;
    }
    const { array, itemSize } = attribute;
    for (let at = 0; at + 3 * itemSize <= array.length; at += 3 * itemSize) {
      const second = array.slice(at + itemSize, at + 2 * itemSize);
      array.copyWithin(at + itemSize, at + 2 * itemSize, at + 3 * itemSize);
      array.set(second, at + 2 * itemSize);
    }
  }
  const normals = geometry.getAttribute('normal');
  if (!hasNormals && normals instanceof BufferAttribute) {
    normals.array.forEach((value, i) => {
      normals.array[i] = -value;
    });
  }
}

function listIn(value: unknown): ArrayLike<number> {
  return Array.isArray(value) || ArrayBuffer.isView(value) ? (value as unknown as ArrayLike<number>) : [];
}
