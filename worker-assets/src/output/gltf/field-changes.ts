import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { type FieldValues, parseFieldPath } from '@diorama/shared/scene/field-values.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { lightOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { isUnlit } from '@diorama/shared/scene/partial-material.ts';
import type { Animation, Document, Material, Node, Property } from '@gltf-transform/core';
import { KHRMaterialsEmissiveStrength, KHRNodeVisibility } from '@gltf-transform/extensions';
import type { Signature } from './behaviour-graph.ts';
import { linearColor } from './colors.ts';
import { type Factors, factorsOf, type MaterialFactory } from './materials.ts';
import { withThickness } from './with-thickness.ts';

/** A property of a written document that a set of values changes. */
export type PropertyChange = {
  target: Property;
  /** Pointer of the glTF object model, with `@` in place of the target's index. */
  pointer: string;
  signature: Signature;
  from: readonly (number | boolean)[];
  to: readonly (number | boolean)[];
};

type Written = {
  scene: SceneDocument;
  document: Document;
  /** Written nodes by the ids of their sources. */
  built: ReadonlyMap<string, Node>;
  materials: MaterialFactory;
};

/** The visibility of a node as a pointer. */
export const VISIBLE = '/nodes/@/extensions/KHR_node_visibility/visible';

const STRENGTH = KHRMaterialsEmissiveStrength.EXTENSION_NAME;

const MATERIAL_POINTERS = {
  color: { pointer: '/materials/@/pbrMetallicRoughness/baseColorFactor', signature: 'float4' },
  roughness: { pointer: '/materials/@/pbrMetallicRoughness/roughnessFactor', signature: 'float' },
  metalness: { pointer: '/materials/@/pbrMetallicRoughness/metallicFactor', signature: 'float' },
  emissive: { pointer: '/materials/@/emissiveFactor', signature: 'float3' },
  strength: { pointer: `/materials/@/extensions/${STRENGTH}/emissiveStrength`, signature: 'float' },
} as const satisfies Record<keyof Factors, Pick<PropertyChange, 'pointer' | 'signature'>>;

/** The changes of properties that a set of field values makes; fields without a property are left out. */
export function propertyChangesOf(values: FieldValues, written: Written): PropertyChange[] {
  const changes: PropertyChange[] = [];
  const ofMaterials = new Map<string, Record<string, unknown>>();
  for (const [path, value] of Object.entries(values)) {
    const place = parseFieldPath(path);
    if (place?.table === 'nodes') {
      changes.push(...nodeChanges(place, value, written));
    } else if (place?.table === 'materials') {
      ofMaterials.set(place.id, { ...ofMaterials.get(place.id), [place.field]: value });
    }
  }
  for (const [id, fields] of ofMaterials) {
    changes.push(...materialChanges(id, fields, written));
  }
  return changes;
}

/** The change of a node's visibility. Its extension makes it known to readers. */
export function visibilityChange(document: Document, node: Node, to: boolean): PropertyChange {
  const known = node.getExtension(KHRNodeVisibility.EXTENSION_NAME);
  if (!known) {
    const visibility = document.createExtension(KHRNodeVisibility).createVisibility();
    node.setExtension(KHRNodeVisibility.EXTENSION_NAME, visibility);
  }
  return { target: node, pointer: VISIBLE, signature: 'bool', from: [known === null], to: [to] };
}

/** The transforms of the nodes of an animation while it does not play. */
export function restChanges(animation: Animation): PropertyChange[] {
  return animation.listChannels().flatMap((channel): PropertyChange[] => {
    const [node, path] = [channel.getTargetNode(), channel.getTargetPath()];
    if (!node || path === null || path === 'weights') {
      return [];
    }
    const rest = {
      translation: node.getTranslation(),
      rotation: node.getRotation(),
      scale: node.getScale(),
    }[path];
    const signature = path === 'rotation' ? 'float4' : 'float3';
    return [{ target: node, pointer: `/nodes/@/${path}`, signature, from: rest, to: rest }];
  });
}

function nodeChanges(
  { id, field }: { id: string; field: string },
  value: unknown,
  { scene, document, built }: Written,
): PropertyChange[] {
  const [node, source] = [built.get(id), ownMember(scene.nodes, id)];
  if (!node || !source) {
    return [];
  }
  // Values fit their fields in shown documents.
  const [x = 0, y = 0, z = 0, w = 1] = [value].flat() as number[];
  const placed = (name: string, from: readonly number[], to: readonly number[]): PropertyChange[] => {
    separateMesh(document, node);
    const signature = to.length === 4 ? 'float4' : 'float3';
    return [{ target: node, pointer: `/nodes/@/${name}`, signature, from, to }];
  };
  switch (field) {
    case 'position':
      return placed('translation', node.getTranslation(), [x, y, z]);
    case 'rotation': {
      const length = Math.hypot(x, y, z, w);
      const turned = length > 0 ? [x / length, y / length, z / length, w / length] : [0, 0, 0, 1];
      return placed('rotation', node.getRotation(), turned);
    }
    case 'scale':
      return placed('scale', node.getScale(), withThickness([x, y, z]));
    case 'visible': {
      const change = visibilityChange(document, node, value === true);
      return [{ ...change, from: [source.visible] }];
    }
    default:
      return lightChanges(node, source, { field, value });
  }
}

function lightChanges(
  node: Node,
  source: SceneDocument['nodes'][string],
  { field, value }: { field: string; value: unknown },
): PropertyChange[] {
  const light = lightOf(source);
  const [target] = [node, ...node.listChildren()].flatMap(
    (one) => one.getExtension('KHR_lights_punctual') ?? [],
  );
  if (!light || !target) {
    return [];
  }
  const change = { target, pointer: '/extensions/KHR_lights_punctual/lights/@/' };
  if (field === 'props.intensity') {
    const [from, to] = [light.intensity, Number(value)];
    return [{ ...change, pointer: `${change.pointer}intensity`, signature: 'float', from: [from], to: [to] }];
  }
  if (field === 'props.color') {
    const [from, to] = [linearColor(light.color), linearColor(String(value))];
    return [{ ...change, pointer: `${change.pointer}color`, signature: 'float3', from, to }];
  }
  return [];
}

function materialChanges(
  id: string,
  fields: Readonly<Record<string, unknown>>,
  { materials, document }: Written,
): PropertyChange[] {
  const source = materials.find(id);
  // Pictures that show themselves alone have no factors.
  if (!source || isUnlit(source)) {
    return [];
  }
  const [from, to] = [factorsOf(source), factorsOf({ ...source, ...fields, alphaMode: source.alphaMode })];
  // The keys are those of the table, whose type `Object.keys` loses.
  const differing = (Object.keys(MATERIAL_POINTERS) as (keyof Factors)[]).filter(
    (key) => from[key].join() !== to[key].join(),
  );
  return materials.madeOf(id).flatMap((target) =>
    differing.map((key) => {
      if (key === 'strength') {
        ensureStrength(document, target);
      }
      return { target, ...MATERIAL_POINTERS[key], from: from[key], to: to[key] };
    }),
  );
}

function ensureStrength(document: Document, material: Material): void {
  if (!material.getExtension(STRENGTH)) {
    material.setExtension(
      STRENGTH,
      document.createExtension(KHRMaterialsEmissiveStrength).createEmissiveStrength(),
    );
  }
}

/** Moves the mesh of a node into a child, as quantised meshes change the transforms of their nodes. */
function separateMesh(document: Document, node: Node): void {
  const mesh = node.getMesh();
  if (mesh) {
    node.setMesh(null).addChild(document.createNode().setMesh(mesh));
  }
}
