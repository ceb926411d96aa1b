import type { Material, NodeOf, SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { sharedGeometry } from '@diorama/shared/scene/nodes/geometries.ts';
import { Box3, type BufferGeometry, Matrix4 } from 'three';
import type { BatchSpec, Instance } from './instance-pool.ts';
import { ModelCopy, plays } from './model-copy.ts';
import type { ModelPart, ModelTemplate } from './model-store.ts';
import { defaultMaterial, type Surface, surfaceOf } from './shader-class.ts';
import type { NamedMaterial, SurfaceHold } from './surfaces.ts';

/** A mesh of a node that is drawn as an instance; `of` is the document's material it shows, if it shows one. */
export type NodePart = {
  spec: BatchSpec;
  of: NamedMaterial | null;
  surface: Surface | null;
  local: Matrix4;
  instance: Instance | null;
};

/** What a node is drawn as: parts that are instances, or a copy of its model; `box` holds it, in its own space. */
export type NodeBody = { parts: NodePart[]; copy: ModelCopy | null; box: Box3 };

const DEFAULT: NamedMaterial = { id: null, material: defaultMaterial() };

/** The body of a node that is no model; empty for kinds without a surface. */
export function shapeBody(id: string, node: SceneNode, document: SceneDocument, held: SurfaceHold): NodeBody {
  const shape = sharedGeometry(node);
  if (!shape) {
    return { parts: [], copy: null, box: new Box3() };
  }
  const geometry = held.shape(shape.key, shape.build);
  const local = new Matrix4().makeScale(...shape.scale);
  const of = namedMaterial(document, node.material) ?? DEFAULT;
  const part = dressedPart(held, { id, key: shape.key, geometry, of, flipY: true, local });
  return { parts: [part], copy: null, box: boundsOf(geometry).clone().applyMatrix4(local) };
}

/** The body of a node that shows a loaded model, its slots dressed as the node says. */
export function modelBody(
  id: string,
  node: NodeOf<'model'>,
  { document, held, template }: { document: SceneDocument; held: SurfaceHold; template: ModelTemplate },
): NodeBody {
  const { animation, materials } = node.props;
  const replacement = (slot: string) =>
    namedMaterial(document, Object.hasOwn(materials, slot) ? (materials[slot] ?? null) : node.material);
  if (template.parts && !plays(template, animation)) {
    const parts = template.parts.map((part) => modelPart(id, part, replacement(part.slot), held));
    const box = new Box3();
    for (const { spec, local } of parts) {
      box.union(boundsOf(spec.geometry).clone().applyMatrix4(local));
    }
    return { parts, copy: null, box };
  }
  const copy = new ModelCopy(template, animation, (slot) => {
    const of = replacement(slot);
    return of && held.material(of, { flipY: false, hasSurface: false }).live.three;
  });
  copy.root.userData.owner = id;
  return { parts: [], copy, box: copy.box.clone() };
}

/** The ids of the materials that a node names, whether they are there or not. */
export function materialIdsOf(node: SceneNode): string[] {
  const slots = node.kind === 'model' ? Object.values(node.props.materials) : [];
  return [node.material, ...slots].filter((id) => id !== null);
}

/** A material of the document; null where none is named, and for ids that are gone. */
function namedMaterial({ materials }: SceneDocument, id: string | null): NamedMaterial | null {
  const material: Material | undefined =
    id !== null && Object.hasOwn(materials, id) ? materials[id] : undefined;
  return material ? { id, material } : null;
}

function modelPart(id: string, part: ModelPart, of: NamedMaterial | null, held: SurfaceHold): NodePart {
  const { key, geometry, material, matrix: local } = part;
  if (of) {
    return dressedPart(held, { id, key, geometry, of, flipY: false, local });
  }
  const isSingle = material.transparent || ('transmission' in material && Number(material.transmission) > 0);
  const own = { geometry, material, hasSurface: false, castsShadow: !isSingle, isSingle };
  return {
    spec: { key: isSingle ? `${key}|${id}` : key, ...own },
    of: null,
    surface: null,
    local,
    instance: null,
  };
}

type Dressed = {
  id: string;
  key: string;
  geometry: BufferGeometry;
  of: NamedMaterial;
  flipY: boolean;
  local: Matrix4;
};

function dressedPart(held: SurfaceHold, { id, key, geometry, of, flipY, local }: Dressed): NodePart {
  const { id: materialId, live, isBlended: isSingle } = held.material(of, { flipY, hasSurface: true });
  const batchKey = `${key}|${materialId}${isSingle ? `|${id}` : ''}`;
  const own = { geometry, material: live.three, hasSurface: true, castsShadow: !isSingle, isSingle };
  return { spec: { key: batchKey, ...own }, of, surface: surfaceOf(of.material), local, instance: null };
}

function boundsOf(geometry: BufferGeometry): Box3 {
  if (!geometry.boundingBox) {
    geometry.computeBoundingBox();
  }
  return geometry.boundingBox ?? new Box3();
}
