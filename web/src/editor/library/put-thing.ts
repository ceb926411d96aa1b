import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { type Material, material as materialSchema } from '@diorama/shared/scene/material.ts';
import { fileOf, materialIdsOf, roleOf, showsFile, slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
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
import { giveFont } from '../commands/give-font.ts';
import { giveToSurface, partAt } from '../commands/materials.ts';
import type { Editor } from '../editor.ts';
import { inMaterial, inSlots, TRIED_MATERIAL, type Trial } from '../kernels/try-on.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import { createMaterialNamer, createNamer } from '../queries/names.ts';
import { pickSeen } from '../queries/pick.ts';
import { placeInView, revealNode } from '../queries/place-in-view.ts';
import { footOf, landingAt, placeFoot } from '../queries/placement.ts';
import { textsAmong } from '../queries/texts-among.ts';
import { wornMaterial } from '../queries/worn-material.ts';

/** Result of an insertion, to be reported to the user. */
export type PutOutcome = 'done' | 'selectFirst' | 'noTarget' | 'gone' | 'readOnly';

/** The editor, and the material names of an asset's file. */
export type PutMeans = { editor: Editor; slotsOf: (asset: string) => readonly string[] };

/** Place of a model, and the node it is placed on. */
type Landing = Omit<ReturnType<typeof landingAt>, 'face'>;

/**
 * Inserts a library item, as one history step. A model is placed upright on the drop target, else on the
 * ground in the view's centre beside existing nodes. A material goes to the drop target, else to the
 * selection; a sky lights the scene. A font goes to the target texts, or to a new one.
 * @param at - in CSS pixels of the viewport; null for a click
 */
export function putThing(means: PutMeans, thing: LibraryThing, at: ScreenPoint | null): PutOutcome {
  const { editor } = means;
  if (editor.isReadOnly.get()) {
    return 'readOnly';
  }
  switch (thing.kind) {
    case 'model':
      return putModel(editor, thing, at === null ? null : landingAt(editor, at));
    case 'hdri':
      return putSky(editor, thing);
    case 'font':
      return putFont(editor, thing, at);
    case 'material':
    case 'texture': {
      if (at !== null && thing.kind === 'material') {
        return putMaterialAt(editor, thing, at);
      }
      const targets = at === null ? selectedSurfaces(editor) : surfaceAt(editor, at);
      if (targets.length === 0) {
        return at === null ? 'selectFirst' : 'noTarget';
      }
      return putLook(means, thing, targets);
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

/** Assigns a material to the surface part at a point. */
function putMaterialAt(editor: Editor, thing: LibraryThing, at: ScreenPoint): PutOutcome {
  const part = partAt(editor, at);
  const values = materialOf(thing);
  if (!part || !values) {
    return values ? 'noTarget' : 'gone';
  }
  editor.edit(() => giveToSurface(editor, part, givenMaterial(editor, values)));
  return 'done';
}

/** Inserts an item into the middle of a new scene. Materials, textures and skies get a sphere that shows them. */
export function putIntoNewScene(means: PutMeans, thing: LibraryThing, shapeName: string): PutOutcome {
  const { editor } = means;
  if (thing.kind === 'model' && !editor.isReadOnly.get()) {
    const outcome = putModel(editor, thing, { point: new Vector3(), on: null });
    bringModelIntoView(editor, thing);
    return outcome;
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

/** Preview of a library sky, or of a material or texture on the selection; null without a change. */
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
  const { id, like } = wornBy(means.editor, ids);
  const maps = { ...like?.maps, ...patch.maps };
  return id === null
    ? {
        materials: { [TRIED_MATERIAL]: { ...like, ...patch, maps } },
        nodes: wearing(means, ids, TRIED_MATERIAL),
      }
    : { materials: { [id]: patch }, nodes: wearing(means, ids, id) };
}

/** Preview of nodes with a material, which replaces all materials of a model's file. */
function wearing(means: PutMeans, ids: readonly string[], material: string): NonNullable<Trial['nodes']> {
  const asWhole = inMaterial(material);
  const as = (node: SceneNode) => {
    const slots = slotsWorn(means, node);
    if (slots.length > 0) {
      return inSlots(slots, material)(node);
    }
    const whole = asWhole(node);
    return showsFile(node.kind) ? whole : inSlots(Object.keys(slotsOf(node)), null)(whole);
  };
  return { ids, as };
}

function putModel(
  editor: Editor,
  { asset, bounds, name = '' }: LibraryThing,
  /** Null for what the person looks at. */
  landing: Landing | null,
): PutOutcome {
  if (!asset) {
    return 'gone';
  }
  const box = boxOf(bounds) ?? new Box3(new Vector3(), new Vector3());
  const size = box.getSize(new Vector3());
  const foot = landing ? footAt(editor, size, landing) : placeInView(editor, size).foot;
  const position = foot.sub(footOf(box));
  const id = editor.edit(() =>
    addNode(editor.ydoc, {
      kind: 'model',
      name: createNamer(editor)(name).slice(0, 200),
      position: position.toArray(),
      props: { asset },
    }),
  );
  editor.selection.set([id]);
  if (landing === null) {
    revealNode(editor, id, box.translate(position));
  }
  return 'done';
}

function footAt(editor: Editor, size: Vector3, { point, on }: Landing): Vector3 {
  return placeFoot(editor, { size, at: point, without: on === null ? [] : [on] });
}

function boxOf(bounds: LibraryThing['bounds']): Box3 | null {
  return bounds ? new Box3(new Vector3(...bounds.min), new Vector3(...bounds.max)) : null;
}

/** Frames the only object of a new scene before it is drawn. */
function bringModelIntoView(editor: Editor, { bounds }: LibraryThing): void {
  const box = boxOf(bounds);
  const node = editor.scene.node(editor.selection.primary ?? '');
  if (box && node) {
    editor.camera.bringIntoView(box.translate(new Vector3(...node.position)));
  }
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
  const hit = at && pickSeen(editor, at);
  const meant = at === null ? [...editor.selection.get()] : hit ? [hit.id] : [];
  const texts = textsAmong(editor, meant);
  const set = (ids: readonly string[]) => giveFont(editor, ids, asset);
  if (texts.length > 0) {
    editor.edit(() => set(texts));
    return 'done';
  }
  const made = createNode(editor, 'text', name.slice(0, 200));
  editor.amend(() => set(made === null ? [] : [made]));
  return 'done';
}

/** Assigns a material to nodes; adding the same values again reuses the material. */
export function putMaterial(means: PutMeans, values: Material, targets: readonly string[]): void {
  const { editor } = means;
  editor.edit(() => {
    give(means, targets, givenMaterial(editor, values));
  });
}

/**
 * Id of the scene material with a library material's values, which is added if missing. Must run within an
 * edit.
 */
export function givenMaterial(editor: Editor, values: Material): string {
  return sameMaterial(editor, values) ?? addMaterial(editor.ydoc, values);
}

/** Values of a library material; null if invalid. */
export function materialOf({ material, name }: LibraryThing): Material | null {
  const parsed = materialSchema.safeParse(material);
  return parsed.success ? { ...parsed.data, name: name ?? parsed.data.name } : null;
}

/** Material map of a texture by its tags; `color` by default. */
export function mapOf({ tags = [] }: LibraryThing): 'color' | 'normal' | 'roughness' | 'metalness' {
  return (['normal', 'roughness', 'metalness'] as const).find((use) => tags.includes(use)) ?? 'color';
}

/** White shows the texture's own colours. */
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
  const { id, like } = wornBy(editor, targets);
  editor.edit(() => {
    if (id !== null) {
      updateMaterial(editor.ydoc, id, patch);
      give(means, targets, id);
      return;
    }
    const free = like ? createMaterialNamer(editor)(like.name).slice(0, 200) : name;
    const maps = { ...like?.maps, ...patch.maps };
    give(means, targets, addMaterial(editor.ydoc, { ...like, ...patch, maps, name: free }));
  });
  return 'done';
}

/**
 * Material of the first node: its values, and its id if no other node uses it, so that it may be
 * changed.
 */
function wornBy(editor: Editor, ids: readonly string[]): { id: string | null; like: Material | null } {
  const worn = wornMaterial(editor, { id: ids[0] ?? '', slot: null });
  const { nodes } = editor.scene.get();
  const isTheirs = Object.entries(nodes).every(
    ([id, node]) => ids.includes(id) || !materialIdsOf(node).includes(worn?.id ?? ''),
  );
  return { id: worn && isTheirs ? worn.id : null, like: worn?.material ?? null };
}

/** Assigns a material to all parts of shapes, and to all file materials of models. */
function give(means: PutMeans, ids: readonly string[], material: string): void {
  const { editor } = means;
  const { nodes } = editor.scene.get();
  for (const id of ids) {
    const slots = nodes[id] ? slotsWorn(means, nodes[id]) : [];
    if (slots.length === 0) {
      assignMaterial(editor.ydoc, [id], material);
      if (nodes[id] && !showsFile(nodes[id].kind)) {
        // Materials of single parts would hide it.
        assignSlots(editor.ydoc, id, {});
      }
      continue;
    }
    const materials = Object.fromEntries(slots.map((slot) => [slot, material]));
    assignSlots(editor.ydoc, id, materials);
  }
}

/** Slots of a node that take a material, if any. */
function slotsWorn(means: PutMeans, node: SceneNode): readonly string[] {
  const asset = fileOf(node)?.asset ?? null;
  return asset === null ? [] : means.slotsOf(asset);
}

/** Adding a material twice reuses the first. */
function sameMaterial(editor: Editor, values: Material): string | null {
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
  const hit = pickSeen(editor, at);
  return hit ? withSurfaces(editor, [hit.id]) : [];
}

/** Replaces groups by their descendants, and omits nodes that cannot have a material. */
function withSurfaces(editor: Editor, ids: readonly string[]): string[] {
  const { nodes } = editor.scene.get();
  return ids.flatMap((id) => {
    const node = nodes[id];
    if (!node || editor.scene.isLocked(id)) {
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
