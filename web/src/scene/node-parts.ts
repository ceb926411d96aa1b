import type { Material, SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { FileUse, SharedShape } from '@diorama/shared/scene/nodes/traits.ts';
import { completeMaterial } from '@diorama/shared/scene/partial-material.ts';
import { type SizedTexture, sizedTexture } from '@diorama/shared/scene/texture-size.ts';
import { Box3, BufferGeometry, Matrix4, type Material as ThreeMaterial } from 'three';
import type { BatchSpec, Instance } from './instance-pool.ts';
import type { ModelCopy } from './model-copy.ts';
import { plays } from './model-slots.ts';
import type { ModelPart, ModelTemplate } from './model-store.ts';
import { type Surface, surfaceOf } from './shader-class.ts';
import type { NamedMaterial, SurfaceHold } from './surfaces.ts';

/** A mesh of a node that is rendered as an instance; `of` is its material of the document, if any. */
export type NodePart = {
  spec: BatchSpec;
  of: NamedMaterial | null;
  surface: Surface | null;
  local: Matrix4;
  instance: Instance | null;
};

/**
 * Rendered content of a node: instanced parts, or a copy of its model; `box` is its bounding box, in its own space.
 * `extras` is the user data of its file or of its generated shape.
 */
export type NodeBody = {
  parts: NodePart[];
  copy: ModelCopy | null;
  box: Box3;
  extras: Readonly<Record<string, unknown>> | null;
};

/** A node to render, with the resources that it may use. */
type NodeSource = { id: string; node: SceneNode; document: SceneDocument; held: SurfaceHold };

const DEFAULT: NamedMaterial = { id: null, material: completeMaterial() };

/** Body of a node without a surface. */
export function emptyBody(): NodeBody {
  return { parts: [], copy: null, box: new Box3(), extras: null };
}

/** Body of a node with a generated shape, one part per slot. */
export function shapeBody(source: NodeSource, shape: SharedShape, build: () => BufferGeometry): NodeBody {
  const { id, node, held } = source;
  const whole = held.shape(shape.key, build);
  const local = new Matrix4().makeScale(...shape.scale);
  const slots = shape.slots ?? [null];
  const parts = slots.map((slot, i) => {
    const key = slot === null ? shape.key : `${shape.key}/${slot}`;
    const geometry = slot === null ? whole : held.shape(key, () => groupOf(whole, i));
    const defaultMaterial = shape.defaultMaterials?.[slot ?? ''];
    const own = defaultMaterial ? { id: null, material: completeMaterial(defaultMaterial) } : DEFAULT;
    const of = materialOf(source, slot) ?? own;
    const sized = sizedTexture(shape, of.material, node);
    const drawn = sized
      ? {
          key: `${key}@${sized.key}`,
          geometry: held.shape(`${key}@${sized.key}`, () => withTexture(geometry, sized)),
        }
      : { key, geometry };
    return partWithMaterial(held, { id, ...drawn, slot, part: null, of, flipY: true, local });
  });
  return { parts, copy: null, box: boundsOf(whole).clone().applyMatrix4(local), extras: whole.userData };
}

/** Body of a node with a loaded model, with the node's material assignments. */
export function fileBody(
  source: NodeSource,
  { animation, variant }: FileUse,
  template: ModelTemplate,
): NodeBody {
  const { id, held } = source;
  const extras = template.root.userData;
  const bySlot = template.variants.get(variant ?? '');
  if (template.parts && !plays(template, animation)) {
    const parts = template.parts.map((part) =>
      filePart(id, withVariant(part, bySlot?.get(part.slot)), materialOf(source, part.slot), held),
    );
    const box = new Box3();
    for (const { spec, local } of parts) {
      box.union(boundsOf(spec.geometry).clone().applyMatrix4(local));
    }
    return { parts, copy: null, box, extras };
  }
  const copy = template.copy(animation, (slot) => {
    const of = materialOf(source, slot);
    const own = of && held.material(of, { flipY: false, hasSurface: false }).live.three;
    return own ?? bySlot?.get(slot) ?? null;
  });
  copy.root.userData.owner = id;
  return { parts: [], copy, box: copy.box.clone(), extras };
}

/** A part with the material of a variant; parts with different materials are different instances. */
function withVariant(part: ModelPart, material: ThreeMaterial | undefined): ModelPart {
  return material ? { ...part, key: `${part.key}|${material.uuid}`, material } : part;
}

/** Document material of a slot; null if none is assigned or it was deleted. */
function materialOf({ node, document }: NodeSource, slot: string | null): NamedMaterial | null {
  const slots = slotsOf(node);
  const id = slot !== null && Object.hasOwn(slots, slot) ? (slots[slot] ?? null) : node.material;
  const { materials } = document;
  const material: Material | undefined =
    id !== null && Object.hasOwn(materials, id) ? materials[id] : undefined;
  return material ? { id, material } : null;
}

/** Triangles of one group; it shares vertices with the whole geometry. */
function groupOf(whole: BufferGeometry, index: number): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.attributes = whole.attributes;
  const corners = whole.groups
    .filter(({ materialIndex }) => materialIndex === index)
    .flatMap(({ start, count }) => Array.from(whole.index?.array.slice(start, start + count) ?? []));
  return geometry.setIndex(corners);
}

/** The same geometry with the coordinates of a texture that has a real size. */
function withTexture(geometry: BufferGeometry, { coordinates }: SizedTexture): BufferGeometry {
  const sized = new BufferGeometry();
  sized.attributes = { ...geometry.attributes, uv: coordinates(geometry) };
  return sized.setIndex(geometry.index);
}

function filePart(
  id: string,
  { key, nth, name, geometry, material, slot, matrix: local }: ModelPart,
  of: NamedMaterial | null,
  held: SurfaceHold,
): NodePart {
  if (of) {
    return partWithMaterial(held, {
      id: `${id}|${nth}`,
      key,
      slot,
      part: name,
      geometry,
      of,
      flipY: false,
      local,
    });
  }
  const isSingle = material.transparent || ('transmission' in material && Number(material.transmission) > 0);
  const own = { slot, part: name, geometry, material, hasSurface: false, castsShadow: !isSingle, isSingle };
  return {
    spec: { key: isSingle ? `${key}|${id}|${nth}` : key, ...own },
    of: null,
    surface: null,
    local,
    instance: null,
  };
}

type MaterialPart = Pick<BatchSpec, 'key' | 'slot' | 'part' | 'geometry'> & {
  /** Owner of the part: blended materials are rendered one by one. */
  id: string;
  of: NamedMaterial;
  flipY: boolean;
  local: Matrix4;
};

function partWithMaterial(
  held: SurfaceHold,
  { id, key, of, flipY, local, ...drawn }: MaterialPart,
): NodePart {
  const { id: materialId, live, isBlended: isSingle } = held.material(of, { flipY, hasSurface: true });
  const batchKey = `${key}|${materialId}${isSingle ? `|${id}` : ''}`;
  const own = { ...drawn, material: live.three, hasSurface: true, castsShadow: !isSingle, isSingle };
  return { spec: { key: batchKey, ...own }, of, surface: surfaceOf(of.material), local, instance: null };
}

function boundsOf(geometry: BufferGeometry): Box3 {
  if (!geometry.boundingBox) {
    geometry.computeBoundingBox();
  }
  return geometry.boundingBox ?? new Box3();
}
