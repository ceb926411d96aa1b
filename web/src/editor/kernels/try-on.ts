import { MATERIAL_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import type { Material, SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import type { SceneChange } from '@diorama/shared/scene/live-document.ts';
import { slotPropOf, slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { DeepPartial, ScenePatch } from '@diorama/shared/scene/scene-ops.ts';

/** What somebody sees on a scene before they choose it: how things would be, and nothing that is written. */
export type Trial = {
  /** Nodes as they would be, each made of what it is by then. */
  nodes?: { ids: readonly string[]; as: (node: SceneNode) => SceneNode };
  /** Values of materials by id; one that the scene lacks has the rest by default. */
  materials?: Readonly<Record<string, DeepPartial<Material>>>;
  /** Values of the scene itself. */
  scene?: ScenePatch;
};

/** The id under which a material is tried on that is none of the scene's: no document has it, as it is no valid one. */
export const TRIED_MATERIAL = '~tried';

/** A document as a trial would make it, and what of it is another; the document itself without one. */
export function tryOn(document: SceneDocument, trial: Trial | null): SceneDocument {
  if (!trial) {
    return document;
  }
  const { nodes, materials, scene } = trial;
  return {
    ...(scene ? merged(document, scene) : document),
    nodes: nodes ? { ...document.nodes, ...triedNodes(document, nodes) } : document.nodes,
    materials: materials
      ? { ...document.materials, ...triedMaterials(document, materials) }
      : document.materials,
  };
}

/** What a trial touches of a document, whether it begins or ends. */
export function touchedBy({ nodes, materials, scene }: Trial): SceneChange {
  return {
    nodes: new Set(nodes?.ids),
    materials: new Set(Object.keys(materials ?? {})),
    scene: scene !== undefined,
  };
}

/** The same node in a material, or in the default one for null. */
export function inMaterial(material: string | null): (node: SceneNode) => SceneNode {
  return (node) => ({ ...node, material });
}

/** The same node with a material in some of its slots, or with what these have by themselves for null. */
export function inSlots(slots: readonly string[], material: string | null): (node: SceneNode) => SceneNode {
  return (node) => {
    const key = slotPropOf(node.kind);
    if (key === undefined) {
      return node;
    }
    const others = Object.entries(slotsOf(node)).filter(([slot]) => !slots.includes(slot));
    const chosen = material === null ? [] : slots.map((slot) => [slot, material] as const);
    // The same node with other values of the same kind.
    return {
      ...node,
      props: { ...node.props, [key]: Object.fromEntries([...others, ...chosen]) },
    } as SceneNode;
  };
}

/** The same node with another value of one prop of its kind. */
export function withProp(key: string, value: unknown): (node: SceneNode) => SceneNode {
  return (node) => ({ ...node, props: { ...node.props, [key]: value } }) as SceneNode;
}

function triedNodes({ nodes }: SceneDocument, { ids, as }: NonNullable<Trial['nodes']>) {
  const there = ids.flatMap((id) => {
    const node = Object.hasOwn(nodes, id) ? nodes[id] : undefined;
    return node ? [[id, as(node)] as const] : [];
  });
  return Object.fromEntries(there);
}

function triedMaterials({ materials }: SceneDocument, patches: NonNullable<Trial['materials']>) {
  const plain = MATERIAL_DEFAULTS as unknown as Material;
  return Object.fromEntries(
    Object.entries(patches).map(([id, patch]) => [
      id,
      merged(Object.hasOwn(materials, id) ? (materials[id] ?? plain) : plain, patch),
    ]),
  );
}

/** A value with others in it, wherever they are nested; lists are values. */
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
