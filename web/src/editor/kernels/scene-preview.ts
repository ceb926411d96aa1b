import { MATERIAL_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import type { Material, SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { slotPropOf, slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { DrawnChange } from '@diorama/shared/scene/scene-change.ts';
import type { DeepPartial, ScenePatch } from '@diorama/shared/scene/scene-ops.ts';
import type { HandleId } from './gizmo.ts';

/** Hovered object; with a slot, only the part of the node that uses the slot. */
export type Hover = { handle: HandleId | null; node: string | null; slot?: string };

/** Preview of a change before the user confirms it; nothing is written. */
export type ScenePreview = {
  /** Nodes to preview, computed from their current state. */
  nodes?: { ids: readonly string[]; as: (node: SceneNode) => SceneNode };
  /** Material values by id; a new material gets defaults for the rest. */
  materials?: Readonly<Record<string, DeepPartial<Material>>>;
  /** Scene settings to preview. */
  scene?: ScenePatch;
};

/** Effect of the dragged pictures if they were dropped now. */
export type DropPreview =
  | { does: 'assign'; name: string }
  /** `locked` is the name of a locked node in front of the drop point. */
  | { does: 'stand'; count: number; locked?: string };

/** Id of a previewed material that is not in the scene; an invalid id, so that no document contains it. */
export const PREVIEW_MATERIAL = '~tried';

/** Document with a preview applied, structurally shared; the same document without a preview. */
export function applyPreview(document: SceneDocument, preview: ScenePreview | null): SceneDocument {
  if (!preview) {
    return document;
  }
  const { nodes, materials, scene } = preview;
  return {
    ...(scene ? merged(document, scene) : document),
    nodes: nodes ? { ...document.nodes, ...previewNodes(document, nodes) } : document.nodes,
    materials: materials
      ? { ...document.materials, ...previewMaterials(document, materials) }
      : document.materials,
  };
}

/** Parts of a document that a preview changes, at its start and end. */
export function touchedBy({ nodes, materials, scene }: ScenePreview): DrawnChange {
  return {
    nodes: new Set(nodes?.ids),
    materials: new Set(Object.keys(materials ?? {})),
    scene: scene !== undefined,
  };
}

/** Assigns a material to a node; null assigns the default one. */
export function inMaterial(material: string | null): (node: SceneNode) => SceneNode {
  return (node) => ({ ...node, material });
}

/** Assigns a material to some slots of a node; null restores their defaults. */
export function inSlots(slots: readonly string[], material: string | null): (node: SceneNode) => SceneNode {
  return (node) => {
    const key = slotPropOf(node.kind);
    if (key === undefined) {
      return node;
    }
    const others = Object.entries(slotsOf(node)).filter(([slot]) => !slots.includes(slot));
    const chosen = material === null ? [] : slots.map((slot) => [slot, material] as const);
    // The kind of the node does not change.
    return {
      ...node,
      props: { ...node.props, [key]: Object.fromEntries([...others, ...chosen]) },
    } as SceneNode;
  };
}

/** Sets one prop of a node. */
export function withProp(key: string, value: unknown): (node: SceneNode) => SceneNode {
  return (node) => ({ ...node, props: { ...node.props, [key]: value } }) as SceneNode;
}

function previewNodes({ nodes }: SceneDocument, { ids, as }: NonNullable<ScenePreview['nodes']>) {
  const there = ids.flatMap((id) => {
    const node = Object.hasOwn(nodes, id) ? nodes[id] : undefined;
    return node ? [[id, as(node)] as const] : [];
  });
  return Object.fromEntries(there);
}

function previewMaterials({ materials }: SceneDocument, patches: NonNullable<ScenePreview['materials']>) {
  const plain = MATERIAL_DEFAULTS as unknown as Material;
  return Object.fromEntries(
    Object.entries(patches).map(([id, patch]) => [
      id,
      merged(Object.hasOwn(materials, id) ? (materials[id] ?? plain) : plain, patch),
    ]),
  );
}

/** Deep merge; arrays are replaced. */
function merged<T extends object>(before: T, patch: object): T {
  const values = Object.entries(patch).filter(([, value]) => value !== undefined);
  const entries = values.map(([key, value]) => {
    const inner: unknown = Reflect.get(before, key);
    return [key, isNest(inner) && isNest(value) ? merged(inner, value) : value] as const;
  });
  return { ...before, ...Object.fromEntries(entries) };
}

function isNest(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
