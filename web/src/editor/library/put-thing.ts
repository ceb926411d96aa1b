import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { type Material, material as materialSchema } from '@diorama/shared/scene/material.ts';
import { fileOf, roleOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import {
  addMaterial,
  assignMaterial,
  assignSlots,
  type DeepPartial,
  updateMaterial,
  updateScene,
} from '@diorama/shared/scene/scene-ops.ts';
import { Box3, Vector3 } from 'three';
import type { LibraryThing } from '../../library/use-library.ts';
import { createNode } from '../commands/create-node.ts';
import type { Editor } from '../editor.ts';
import { inMaterial, inSlots, TRIED_MATERIAL, type Trial } from '../kernels/try-on.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import { createNamer } from '../queries/names.ts';
import { pickNode } from '../queries/pick.ts';
import { footOf, groundAt, landingAt, placeFoot } from '../queries/placement.ts';

/** What came of it, for the person to be told. */
export type PutOutcome = 'done' | 'selectFirst' | 'noTarget' | 'gone' | 'readOnly';

/** The editor, and the names of the materials that an asset has of its own. */
export type PutMeans = { editor: Editor; slotsOf: (asset: string) => readonly string[] };

/** Where a model comes to stand, and on which node. */
type Landing = ReturnType<typeof landingAt>;

/**
 * Puts a thing of the library into the scene, as one step of the history: a model stands upright on what it is dropped
 * on, else on the ground where the person looks, beside what is there; a material goes to what it is dropped on, else to the selection; a sky lights
 * the scene; a font goes to the texts that are meant, or comes with a new one.
 * @param at - in CSS pixels of the viewport; null for a press
 */
export function putThing(
  { editor, slotsOf }: PutMeans,
  thing: LibraryThing,
  at: ScreenPoint | null,
): PutOutcome {
  if (editor.isReadOnly.get()) {
    return 'readOnly';
  }
  switch (thing.kind) {
    case 'model':
      return putModel(editor, thing, at === null ? onGround(editor) : landingAt(editor, at));
    case 'hdri':
      return putSky(editor, thing);
    case 'font':
      return putFont(editor, thing, at);
    case 'material':
    case 'texture': {
      const targets = at === null ? selectedSurfaces(editor) : surfaceAt(editor, at);
      if (targets.length === 0) {
        return at === null ? 'selectFirst' : 'noTarget';
      }
      return putLook({ editor, slotsOf }, thing, targets);
    }
    default:
      return 'gone';
  }
}

function putLook(means: PutMeans, thing: LibraryThing, targets: readonly string[]): PutOutcome {
  if (thing.kind === 'texture') {
    return putTexture(means, thing, targets);
  }
  const values = materialOf(thing);
  if (values) {
    putMaterial(means, values, targets);
  }
  return values ? 'done' : 'gone';
}

/** Puts a thing into the middle of a new scene; what needs a surface to be seen gets a ball. */
export function putIntoNewScene(means: PutMeans, thing: LibraryThing, shapeName: string): PutOutcome {
  const { editor } = means;
  if (thing.kind === 'model' && !editor.isReadOnly.get()) {
    return putModel(editor, thing, { point: new Vector3(), on: null });
  }
  if (thing.kind === 'font') {
    return putThing(means, thing, null);
  }
  const ball = createNode(editor, 'sphere', shapeName);
  const node = ball === null ? undefined : editor.scene.node(ball);
  if (ball !== null && node) {
    editor.amend(() => updateNode(editor.ydoc, ball, { position: [0, node.position[1], 0] }));
  }
  return putThing(means, thing, null);
}

/**
 * How the scene would be with a sky of the library, or with a material or texture on what is selected; null where nothing
 * would change.
 */
export function tryThing(means: PutMeans, thing: LibraryThing): Trial | null {
  if (thing.kind === 'hdri') {
    return thing.asset ? { scene: { environment: { hdri: thing.asset } } } : null;
  }
  const ids = selectedSurfaces(means.editor);
  if (ids.length === 0) {
    return null;
  }
  if (thing.kind === 'texture') {
    return thing.asset ? tryTexture(means, texturePatch(thing, thing.asset), ids) : null;
  }
  const material = thing.kind === 'material' ? materialOf(thing) : null;
  return (
    material && { materials: { [TRIED_MATERIAL]: material }, nodes: wearing(means, ids, TRIED_MATERIAL) }
  );
}

function tryTexture(means: PutMeans, patch: DeepPartial<Material>, ids: readonly string[]): Trial {
  const { nodes, materials } = means.editor.scene.get();
  const used = nodes[ids[0] ?? '']?.material ?? '';
  const id = Object.hasOwn(materials, used) ? used : TRIED_MATERIAL;
  return { materials: { [id]: patch }, nodes: wearing(means, ids, id) };
}

/** Nodes as they would be in a material, which stands in for each that a model has of its own. */
function wearing(means: PutMeans, ids: readonly string[], material: string): NonNullable<Trial['nodes']> {
  const asWhole = inMaterial(material);
  const as = (node: SceneNode) => {
    const slots = slotsWorn(means, node);
    return slots.length === 0 ? asWhole(node) : inSlots(slots, material)(node);
  };
  return { ids, as };
}

function onGround(editor: Editor): Landing {
  return { point: groundAt(editor, null), on: null };
}

function putModel(
  editor: Editor,
  { asset, bounds, name = '' }: LibraryThing,
  { point, on }: Landing,
): PutOutcome {
  if (!asset) {
    return 'gone';
  }
  const box = bounds
    ? new Box3(new Vector3(...bounds.min), new Vector3(...bounds.max))
    : new Box3(new Vector3(), new Vector3());
  const without = on === null ? [] : [on];
  const foot = placeFoot(editor, { size: box.getSize(new Vector3()), at: point, without });
  const position = foot.sub(footOf(box)).toArray();
  const id = editor.edit(() =>
    addNode(editor.ydoc, {
      kind: 'model',
      name: createNamer(editor)(name).slice(0, 200),
      position,
      props: { asset },
    }),
  );
  editor.selection.set([id]);
  return 'done';
}

function putSky(editor: Editor, { asset }: LibraryThing): PutOutcome {
  if (!asset) {
    return 'gone';
  }
  editor.edit(() => updateScene(editor.ydoc, { environment: { hdri: asset } }));
  return 'done';
}

function putFont(editor: Editor, { asset, name = '' }: LibraryThing, at: ScreenPoint | null): PutOutcome {
  if (!asset) {
    return 'gone';
  }
  const hit = at && pickNode(editor, at, { isDeep: true });
  const meant = at === null ? [...editor.selection.get()] : hit ? [hit.id] : [];
  const texts = meant.filter((id) => {
    const node = editor.scene.node(id);
    return node?.kind === 'text' && !node.locked;
  });
  const set = (ids: readonly string[]) => {
    for (const id of ids) {
      updateNode(editor.ydoc, id, { props: { font: asset } });
    }
  };
  if (texts.length > 0) {
    editor.edit(() => set(texts));
    return 'done';
  }
  const made = createNode(editor, 'text', name.slice(0, 200));
  editor.amend(() => set(made === null ? [] : [made]));
  return 'done';
}

/** Gives a material to things, once however often it is taken. */
export function putMaterial(means: PutMeans, values: Material, targets: readonly string[]): void {
  const { editor } = means;
  editor.edit(() => {
    const id = sameMaterial(editor, values) ?? addMaterial(editor.ydoc, values);
    give(means, targets, id);
  });
}

/** The values of a material of the library; null where they are none. */
export function materialOf({ material, name }: LibraryThing): Material | null {
  const parsed = materialSchema.safeParse(material);
  return parsed.success ? { ...parsed.data, name: name ?? parsed.data.name } : null;
}

/** What a texture is for is told by its tags; without one it is a colour. */
export function mapOf({ tags = [] }: LibraryThing): 'color' | 'normal' | 'roughness' | 'metalness' {
  return (['normal', 'roughness', 'metalness'] as const).find((use) => tags.includes(use)) ?? 'color';
}

/** A texture shows its own colours on white. */
function texturePatch(thing: LibraryThing, asset: string): DeepPartial<Material> {
  const map = mapOf(thing);
  return { maps: { [map]: asset }, ...(map === 'color' && { color: '#ffffff' }) };
}

function putTexture(means: PutMeans, thing: LibraryThing, targets: readonly string[]): PutOutcome {
  const { asset, name = '' } = thing;
  if (!asset) {
    return 'gone';
  }
  const patch = texturePatch(thing, asset);
  const { editor } = means;
  const { nodes, materials } = editor.scene.get();
  const [first = ''] = targets;
  const used = nodes[first]?.material ?? '';
  const before = materials[used];
  editor.edit(() => {
    if (before) {
      updateMaterial(editor.ydoc, used, patch);
    }
    give(means, targets, before ? used : addMaterial(editor.ydoc, { ...patch, name }));
  });
  return 'done';
}

/** Gives a material to shapes as a whole, and to models in place of each of their own. */
function give(means: PutMeans, ids: readonly string[], material: string): void {
  const { editor } = means;
  const { nodes } = editor.scene.get();
  for (const id of ids) {
    const slots = nodes[id] ? slotsWorn(means, nodes[id]) : [];
    if (slots.length === 0) {
      assignMaterial(editor.ydoc, [id], material);
      continue;
    }
    const materials = Object.fromEntries(slots.map((slot) => [slot, material]));
    assignSlots(editor.ydoc, id, materials);
  }
}

/** The slots that a node takes a material by, if it has any. */
function slotsWorn({ slotsOf }: PutMeans, node: SceneNode): readonly string[] {
  const asset = fileOf(node)?.asset ?? null;
  return asset === null ? [] : slotsOf(asset);
}

/** A material taken twice is one material. */
export function sameMaterial(editor: Editor, values: Material): string | null {
  const text = JSON.stringify(values);
  const { materials } = editor.scene.get();
  const found = Object.entries(materials).find(
    ([, material]) =>
      material.name === values.name && JSON.stringify(materialSchema.parse(material)) === text,
  );
  return found?.[0] ?? null;
}

function selectedSurfaces(editor: Editor): string[] {
  return withSurfaces(editor, [...editor.selection.get()]);
}

function surfaceAt(editor: Editor, at: ScreenPoint): string[] {
  const hit = pickNode(editor, at, { isDeep: true });
  return hit ? withSurfaces(editor, [hit.id]) : [];
}

/** Of groups what is in them; without what cannot have a material. */
function withSurfaces(editor: Editor, ids: readonly string[]): string[] {
  const { nodes } = editor.scene.get();
  return ids.flatMap((id) => {
    const node = nodes[id];
    if (!node || node.locked) {
      return [];
    }
    if (roleOf(node.kind) === 'holder') {
      const children = Object.entries(nodes).filter(([, child]) => child.parent === id);
      return withSurfaces(
        editor,
        children.map(([child]) => child),
      );
    }
    return roleOf(node.kind) === 'surface' ? [id] : [];
  });
}
