import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import {
  BufferAttribute,
  type BufferGeometry,
  type Color,
  DoubleSide,
  FrontSide,
  Group,
  type KeyframeTrack,
  type Material,
  MathUtils,
  Matrix4,
  type Mesh,
  MeshPhysicalMaterial,
  type Object3D,
  Quaternion,
  Texture,
  Vector3,
} from 'three';
import { RefusedError } from '../refused-error.ts';
import { type Attributes, colorsBySubset, faceVaryingColors, type Subset } from './face-varying-colors.ts';
import type { Spec } from './layer-specs.ts';
import { applySurface } from './shading/apply-surface.ts';
import type { Placing } from './shading/picture-placing.ts';
import { ShaderNetwork } from './shading/shader-network.ts';
import { ComposerSteps } from './usd-composer-internals.ts';

/** Limit of objects created from a file's instances. */
const MAX_OBJECTS = 100_000;

const PROTOTYPE = /^prototype(\d+)$/;

/** Placeholder for the tile number in the name of a tiled picture. */
const TILES = /<UDIM>/i;
const FIRST_TILE = '1001';

/** three.js' composer with additional features: left-handed and double-sided meshes, vertex colours, and instances. */
export class SceneComposer extends ComposerSteps {
  /** Paths of animated instances, which stay still. */
  readonly stillCopies: string[] = [];
  /** Number of objects created from instances in the whole file. */
  #copies = 0;
  readonly #objects = new Map<string, Object3D>();
  readonly #pathOf = new WeakMap<Material, string>();
  /** Features of materials that cannot be shown, as lines of the report. */
  readonly lost = new Set<ImportMessage>();
  readonly #pictures = new Map<string, Texture>();
  readonly #materials = new Map<string, MeshPhysicalMaterial>();
  #network: ShaderNetwork | undefined;
  /** Shared materials of meshes with the same look. */
  readonly #shared = new Map<string, Material>();

  protected override buildHierarchy(parent: Object3D, path: string): void {
    this.#objects.set(path, parent);
    super.buildHierarchy(parent, path);
    if (this.specsByPath[path]?.fields.typeName === 'PointInstancer') {
      this.#copies = expandInstances(parent, { attributes: this.attributesOf(path), before: this.#copies });
    }
  }

  /**
   * Ignores unbound materials, which the composer would assign to prims without one, and sets the display colour
   * itself.
   */
  protected override buildMaterial(path: string, fields: Attributes): Material {
    const isBare = this.boundMaterialOf(path) === null;
    const hasColour = this.specsByPath[`${path}.primvars:displayColor`] !== undefined;
    return isBare && hasColour ? new MeshPhysicalMaterial() : super.buildMaterial(path, fields);
  }

  /** A texture of a picture that is loaded once. */
  #picture(file: string, { attributes, transform, channel }: Placing): Texture {
    // Only the first tile of a tiled picture is shown.
    const path = file.replace(TILES, FIRST_TILE);
    if (path !== file) {
      this.lost.add(importMessage('usd.first-tile'));
    }
    const picture = this.#pictures.get(path) ?? this.loadTexture(path) ?? new Texture();
    this.#pictures.set(path, picture);
    // All share the same pixels, which may still be loading.
    const texture = picture.clone();
    texture.wrapS = this.wrappingOf(attributes['inputs:wrapS']);
    texture.wrapT = this.wrappingOf(attributes['inputs:wrapT']);
    texture.channel = channel;
    texture.userData = { fallback: attributes['inputs:fallback'] };
    if (transform) {
      texture.repeat.set(...transform.scale);
      texture.offset.set(...transform.translation);
      // The exporter writes the numbers as they are, and glTF turns the other way.
      texture.rotation = MathUtils.degToRad(-transform.rotation);
    }
    return texture;
  }

  /** Null for a mesh without corners, which would break the rest of the file. */
  protected override buildMesh(path: string, spec: Spec): Mesh | null {
    const mesh = super.buildMesh(path, spec);
    if (!mesh?.geometry.hasAttribute('position')) {
      return null;
    }
    const attributes = this.attributesOf(path);
    if (attributes.orientation === 'leftHanded') {
      const hasNormals = ['normals', 'primvars:normals'].some((name) => attributes[name] !== undefined);
      turnFaces(mesh.geometry, hasNormals);
    }
    const isTwoSided = attributes.doubleSided === true;
    const withVertexColors = (material: Material) => {
      material.side = isTwoSided ? DoubleSide : FrontSide;
      return this.#share(material);
    };
    const material = mesh.geometry.hasAttribute('color') ? this.#colour(mesh.material) : mesh.material;
    mesh.material = Array.isArray(material) ? material.map(withVertexColors) : withVertexColors(material);
    return mesh;
  }

  protected override buildGeometry(
    path: string,
    attributes: Attributes,
    hasSkinning?: boolean,
  ): BufferGeometry {
    const geometry = super.buildGeometry(path, attributes, hasSkinning);
    const colours = faceVaryingColors(attributes, this.triangleCorners(attributes));
    if (colours) {
      geometry.setAttribute('color', new BufferAttribute(colours, 3));
    }
    return geometry;
  }

  protected override buildGeometryWithSubsets(
    attributes: Attributes,
    subsets: Subset[],
    hasSkinning?: boolean,
  ): BufferGeometry {
    const geometry = super.buildGeometryWithSubsets(attributes, subsets, hasSkinning);
    const pattern = this.triangleCorners(attributes);
    const isBare = subsets.some(({ materialPath }) => materialPath === null);
    const colours = isBare ? faceVaryingColors(attributes, pattern) : null;
    if (colours) {
      const sorted = colorsBySubset(colours, { attributes, pattern, subsets });
      geometry.setAttribute('color', new BufferAttribute(sorted, 3));
    }
    return geometry;
  }

  /** By the names of the inputs, as the composer knows two shaders. */
  protected override applyMaterial(material: Material, path: string): void {
    const known = this.#materials.get(path);
    if (known) {
      material.copy(known);
    } else if (material instanceof MeshPhysicalMaterial && this.specsByPath[path]) {
      this.#network ??= new ShaderNetwork(this.specsByPath);
      const name = path.slice(path.lastIndexOf('/') + 1);
      const load = (file: string, placing: Placing) => this.#picture(file, placing);
      const { isUnknown, pictures } = applySurface(material, path, { network: this.#network, load });
      material.name = name;
      this.#materials.set(path, material);
      if (isUnknown) {
        this.lost.add(importMessage('usd.unread-shader', { name }));
      }
      if (pictures.length > 0) {
        this.lost.add(importMessage('lost.property-pictures', { name }));
      }
    }
    this.#pathOf.set(material, path);
  }

  /** Animates each prim separately: the composer finds prims by name, which may not be unique. */
  protected override buildTransformAnimations(): KeyframeTrack[] {
    const { specsByPath } = this;
    const moving = new Map<string, Record<string, Spec>>();
    for (const [key, spec] of Object.entries(specsByPath)) {
      const path = key.slice(0, key.lastIndexOf('.'));
      const own = specsByPath[path];
      if (own && key.includes('.xformOp:') && spec.fields.timeSamples !== undefined) {
        moving.set(path, { ...moving.get(path), [path]: own, [key]: spec });
      }
    }
    const tracks = [...moving].flatMap(([path, specs]) => {
      this.specsByPath = specs;
      return super.buildTransformAnimations().flatMap((track) => this.#bound(track, path));
    });
    this.specsByPath = specsByPath;
    return tracks;
  }

  #bound(track: KeyframeTrack, path: string): KeyframeTrack[] {
    const object = this.#objects.get(path);
    let top = object;
    while (top?.parent) {
      top = top.parent;
    }
    // The original of a copy is removed.
    if (!object || top !== this.#objects.get('/')) {
      this.stillCopies.push(path);
      return [];
    }
    track.name = `${object.uuid}${track.name.slice(track.name.lastIndexOf('.'))}`;
    return [track];
  }

  /** Only subsets without a material show vertex colours. */
  #colour(materials: Material | Material[]): Material | Material[] {
    return Array.isArray(materials)
      ? materials.map((material) => (this.#pathOf.has(material) ? material : coloured(material)))
      : coloured(materials);
  }

  #share(material: Material): Material {
    const colour = 'color' in material && isColour(material.color) ? material.color.getHexString() : '';
    const { side, opacity, vertexColors } = material;
    const key = [this.#pathOf.get(material), colour, side, opacity, vertexColors].join(' ');
    const known = this.#shared.get(key) ?? material;
    this.#shared.set(key, known);
    return known;
  }
}

/** Returns a white material with vertex colours: the composer multiplies it by the first of them. */
function coloured(material: Material): Material {
  material.vertexColors = true;
  if ('color' in material && 'map' in material && material.map === null && isColour(material.color)) {
    material.color.set(0xffffff);
  }
  return material;
}

function isColour(value: unknown): value is Color {
  return typeof value === 'object' && value !== null && 'isColor' in value;
}

/** Reverses the winding of triangles, and computed normals. */
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

/**
 * Replaces the prototypes of a `PointInstancer` by its instances.
 * @param before - number of objects created from instances so far
 * @returns that number with the new ones
 * @throws {@link RefusedError} above the limit
 */
function expandInstances(
  instancer: Object3D,
  { attributes, before }: { attributes: Record<string, unknown>; before: number },
): number {
  const prototypes = new Map<number, Object3D>();
  for (const child of instancer.children) {
    const [, index] = PROTOTYPE.exec(child.name) ?? [];
    if (index !== undefined) {
      prototypes.set(Number(index), child);
    }
  }
  instancer.clear();
  const list = (name: string) => Array.from((attributes[name] ?? []) as ArrayLike<number>).map(Number);
  const [positions, turns, scales] = [list('positions'), list('orientations'), list('scales')];
  const ids = list('ids');
  const hidden = new Set([...list('invisibleIds'), ...list('inactiveIds')]);
  let objects = before;
  list('protoIndices').forEach((index, i) => {
    const prototype = prototypes.get(index);
    if (!prototype || hidden.has(ids[i] ?? i)) {
      return;
    }
    prototype.traverse(() => {
      objects += 1;
    });
    if (objects > MAX_OBJECTS) {
      throw new RefusedError(importMessage('limit.copies'));
    }
    const place = new Matrix4().compose(
      new Vector3().fromArray(rowOf(positions, { at: i, fallback: [0, 0, 0] })),
      new Quaternion().fromArray(rowOf(turns, { at: i, fallback: [0, 0, 0, 1] })).normalize(),
      new Vector3().fromArray(rowOf(scales, { at: i, fallback: [1, 1, 1] })),
    );
    const holder = new Group();
    holder.name = `${instancer.name}_${i}`;
    place.decompose(holder.position, holder.quaternion, holder.scale);
    instancer.add(holder.add(prototype.clone()));
  });
  return objects;
}

function rowOf(list: readonly number[], { at, fallback }: { at: number; fallback: number[] }): number[] {
  const row = list.slice(at * fallback.length, (at + 1) * fallback.length);
  return row.length === fallback.length ? row : fallback;
}
