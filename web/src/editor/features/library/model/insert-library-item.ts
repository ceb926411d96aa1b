import { sourceIdOf } from '@diorama/shared/scene/copies/generated-id.ts';
import { TABLE_LIMITS } from '@diorama/shared/scene/defaults.ts';
import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { action as actionSchema } from '@diorama/shared/scene/interactions/schema.ts';
import type { Material } from '@diorama/shared/scene/material.ts';
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
import type { LibraryItem } from '../../../../library/use-library.ts';
import { createNode } from '../../../commands/create-node.ts';
import { setSurfaceMaterial } from '../../../commands/materials.ts';
import { setFont } from '../../../commands/set-font.ts';
import { inMaterial, inSlots, PREVIEW_MATERIAL, type ScenePreview } from '../../../kernels/scene-preview.ts';
import type { ScreenPoint } from '../../../managers/camera.ts';
import type { SceneReader, SceneWriter, Selecting, ViewedScene, Viewpoint } from '../../../parts.ts';
import { assignedMaterial } from '../../../queries/assigned-material.ts';
import { dropTargetAt } from '../../../queries/drop-target.ts';
import { createMaterialNamer, createNamer } from '../../../queries/names.ts';
import { pickSeen } from '../../../queries/pick.ts';
import { placeInView, revealNode } from '../../../queries/place-in-view.ts';
import { dropPlacementAt, footOf, placeFoot } from '../../../queries/placement.ts';
import { textNodesIn } from '../../../queries/text-nodes-in.ts';
import { addInteraction } from '../../interactions/model/interactions.ts';
import { ensureMaterial, mapOf, materialOfItem } from './library-material.ts';

/** Result of an insertion, to be reported to the user. */
export type InsertOutcome = 'done' | 'selectFirst' | 'noTarget' | 'gone' | 'interactionsFull' | 'readOnly';

/** The editor, and the material names of an asset's file. */
export type InsertContext = {
  editor: SceneWriter & Selecting & ViewedScene;
  slotsOf: (asset: string) => readonly string[];
};

/** Place of a model, and the node it is placed on. */
type Placement = Omit<ReturnType<typeof dropPlacementAt>, 'face'>;

/**
 * Inserts a library item, as one history step. A model is placed upright on the drop target, else on the
 * ground in the view's centre beside existing nodes. A material goes to the drop target, else to the
 * selection, a texture to the selection; a sky lights the scene. A font goes to the target texts,
 * or to a new one. A sound plays when the drop target, else the selection, is clicked.
 * @param at - in CSS pixels of the viewport; null for a click
 */
export function insertLibraryItem(
  context: InsertContext,
  item: LibraryItem,
  at: ScreenPoint | null,
): InsertOutcome {
  const { editor } = context;
  if (editor.isReadOnly.value) {
    return 'readOnly';
  }
  switch (item.kind) {
    case 'model':
      return insertModel(editor, item, at === null ? null : dropPlacementAt(editor, at));
    case 'hdri':
      return insertSky(editor, item);
    case 'font':
      return insertFont(editor, item, at);
    case 'sound':
      return insertSound(editor, item, at);
    case 'material':
    case 'texture': {
      if (at !== null) {
        return insertMaterialAt(editor, item, at);
      }
      const targets = selectedSurfaces(editor);
      return targets.length === 0 ? 'selectFirst' : insertAppearance(context, item, targets);
    }
    default:
      return 'gone';
  }
}

function insertAppearance(
  context: InsertContext,
  item: LibraryItem,
  targets: readonly string[],
): InsertOutcome {
  if (item.kind === 'texture') {
    return insertTexture(context, item, targets);
  }
  const values = materialOfItem(item);
  if (values) {
    insertMaterial(context, values, targets);
  }
  return values ? 'done' : 'gone';
}

/** Assigns a material to the surface part at a point. */
function insertMaterialAt(
  editor: SceneWriter & ViewedScene,
  item: LibraryItem,
  at: ScreenPoint,
): InsertOutcome {
  const part = dropTargetAt(editor, at);
  const values = materialOfItem(item);
  if (!part || !values) {
    return values ? 'noTarget' : 'gone';
  }
  editor.edit(() => setSurfaceMaterial(editor, part, ensureMaterial(editor, values)));
  return 'done';
}

/** Inserts an item into the middle of a new scene. Materials, textures and skies get a sphere that shows them. */
export function insertIntoNewScene(
  context: InsertContext,
  item: LibraryItem,
  shapeName: string,
): InsertOutcome {
  const { editor } = context;
  if (item.kind === 'model' && !editor.isReadOnly.value) {
    const outcome = insertModel(editor, item, { point: new Vector3(), on: null });
    moveModelIntoView(editor, item);
    return outcome;
  }
  if (item.kind === 'font') {
    return insertLibraryItem(context, item, null);
  }
  const ball = createNode(editor, 'sphere', shapeName);
  const node = ball === null ? undefined : editor.scene.node(ball);
  if (ball !== null && node) {
    editor.amend(() => updateNode(editor.ydoc, ball, { position: [0, node.position[1], 0] }));
  }
  return insertLibraryItem(context, item, null);
}

/** Preview of a library sky, or of a material or texture on the selection; null without a change. */
export function previewLibraryItem(context: InsertContext, item: LibraryItem): ScenePreview | null {
  if (item.kind === 'hdri') {
    return item.asset ? { scene: { environment: { hdri: item.asset } } } : null;
  }
  const ids = selectedSurfaces(context.editor);
  if (ids.length === 0) {
    return null;
  }
  if (item.kind === 'texture') {
    return item.asset ? previewTexture(context, texturePatch(item, item.asset), ids) : null;
  }
  const material = item.kind === 'material' ? materialOfItem(item) : null;
  return (
    material && {
      materials: { [PREVIEW_MATERIAL]: material },
      nodes: wearing(context, ids, PREVIEW_MATERIAL),
    }
  );
}

function previewTexture(
  context: InsertContext,
  patch: DeepPartial<Material>,
  ids: readonly string[],
): ScenePreview {
  const { id, like } = assignedTo(context.editor, ids);
  const maps = { ...like?.maps, ...patch.maps };
  return id === null
    ? {
        materials: { [PREVIEW_MATERIAL]: { ...like, ...patch, maps } },
        nodes: wearing(context, ids, PREVIEW_MATERIAL),
      }
    : { materials: { [id]: patch }, nodes: wearing(context, ids, id) };
}

/** Preview of nodes with a material, which replaces all materials of a model's file. */
function wearing(
  context: InsertContext,
  ids: readonly string[],
  material: string,
): NonNullable<ScenePreview['nodes']> {
  const asWhole = inMaterial(material);
  const as = (node: SceneNode) => {
    const slots = assignedSlots(context, node);
    if (slots.length > 0) {
      return inSlots(slots, material)(node);
    }
    const whole = asWhole(node);
    return showsFile(node.kind) ? whole : inSlots(Object.keys(slotsOf(node)), null)(whole);
  };
  return { ids, as };
}

function insertModel(
  editor: SceneWriter & Selecting & ViewedScene,
  { asset, bounds, name = '' }: LibraryItem,
  /** Null for the centre of the view. */
  snapTarget: Placement | null,
): InsertOutcome {
  if (!asset) {
    return 'gone';
  }
  const box = boxOf(bounds) ?? new Box3(new Vector3(), new Vector3());
  const size = box.getSize(new Vector3());
  const foot = snapTarget ? footAt(editor, size, snapTarget) : placeInView(editor, size).foot;
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
  if (snapTarget === null) {
    revealNode(editor, id, box.translate(position));
  }
  return 'done';
}

function footAt(editor: ViewedScene, size: Vector3, { point, on }: Placement): Vector3 {
  return placeFoot(editor, { size, at: point, without: on === null ? [] : [on] });
}

function boxOf(bounds: LibraryItem['bounds']): Box3 | null {
  return bounds ? new Box3(new Vector3(...bounds.min), new Vector3(...bounds.max)) : null;
}

/** Frames the only object of a new scene before it is drawn. */
function moveModelIntoView(editor: SceneReader & Selecting & Viewpoint, { bounds }: LibraryItem): void {
  const box = boxOf(bounds);
  const node = editor.scene.node(editor.selection.primary ?? '');
  if (box && node) {
    editor.camera.bringIntoView(box.translate(new Vector3(...node.position)));
  }
}

function insertSky(editor: SceneWriter, { asset }: LibraryItem): InsertOutcome {
  if (!asset) {
    return 'gone';
  }
  editor.edit(() => updateScene(editor.ydoc, { environment: { hdri: asset } }));
  return 'done';
}

function insertFont(
  editor: SceneWriter & Selecting & ViewedScene,
  { asset, name = '' }: LibraryItem,
  at: ScreenPoint | null,
): InsertOutcome {
  if (!asset) {
    return 'gone';
  }
  const hit = at && pickSeen(editor, at);
  const targetIds = at === null ? [...editor.selection.ids.value] : hit ? [hit.id] : [];
  const texts = textNodesIn(editor, targetIds);
  const set = (ids: readonly string[]) => setFont(editor, ids, asset);
  if (texts.length > 0) {
    editor.edit(() => set(texts));
    return 'done';
  }
  const made = createNode(editor, 'text', name.slice(0, 200));
  editor.amend(() => set(made === null ? [] : [made]));
  return 'done';
}

/** Adds an interaction that plays a sound when the selected or hit object is clicked. */
function insertSound(
  editor: SceneWriter & Selecting & ViewedScene,
  { asset, name = '' }: LibraryItem,
  at: ScreenPoint | null,
): InsertOutcome {
  const node = at === null ? editor.selection.primary : pickSeen(editor, at)?.id;
  if (!asset) {
    return 'gone';
  }
  if (node == null) {
    return at === null ? 'selectFirst' : 'noTarget';
  }
  if (Object.keys(editor.scene.shared.value.interactions).length >= TABLE_LIMITS.interactions) {
    return 'interactionsFull';
  }
  // Interactions of a component's node act in each of its instances.
  addInteraction(editor, name.slice(0, 200), sourceIdOf(node), [
    actionSchema.parse({ kind: 'sound', sound: asset }),
  ]);
  return 'done';
}

/** Assigns a material to nodes; adding the same values again reuses the material. */
export function insertMaterial(context: InsertContext, values: Material, targets: readonly string[]): void {
  const { editor } = context;
  editor.edit(() => {
    assignTo(context, targets, ensureMaterial(editor, values));
  });
}

/** White shows the texture's own colours. */
function texturePatch(item: LibraryItem, asset: string): DeepPartial<Material> {
  const map = mapOf(item);
  return { maps: { [map]: asset }, ...(map === 'color' && { color: '#ffffff' }) };
}

function insertTexture(context: InsertContext, item: LibraryItem, targets: readonly string[]): InsertOutcome {
  const { asset, name = '' } = item;
  if (!asset) {
    return 'gone';
  }
  const patch = texturePatch(item, asset);
  const { editor } = context;
  const { id, like } = assignedTo(editor, targets);
  editor.edit(() => {
    if (id !== null) {
      updateMaterial(editor.ydoc, id, patch);
      assignTo(context, targets, id);
      return;
    }
    const free = like ? createMaterialNamer(editor)(like.name).slice(0, 200) : name;
    const maps = { ...like?.maps, ...patch.maps };
    assignTo(context, targets, addMaterial(editor.ydoc, { ...like, ...patch, maps, name: free }));
  });
  return 'done';
}

/**
 * Material of the first node: its values, and its id if no other node uses it, so that it may be
 * changed.
 */
function assignedTo(
  editor: SceneReader,
  ids: readonly string[],
): { id: string | null; like: Material | null } {
  const assigned = assignedMaterial(editor, { id: ids[0] ?? '', slot: null });
  const { nodes } = editor.scene.document.value;
  const isTheirs = Object.entries(nodes).every(
    ([id, node]) => ids.includes(id) || !materialIdsOf(node).includes(assigned?.id ?? ''),
  );
  return { id: assigned && isTheirs ? assigned.id : null, like: assigned?.material ?? null };
}

/** Assigns a material to all parts of shapes, and to all file materials of models. */
function assignTo(context: InsertContext, ids: readonly string[], material: string): void {
  const { editor } = context;
  const { nodes } = editor.scene.document.value;
  for (const id of ids) {
    const slots = nodes[id] ? assignedSlots(context, nodes[id]) : [];
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
function assignedSlots(context: InsertContext, node: SceneNode): readonly string[] {
  const asset = fileOf(node)?.asset ?? null;
  return asset === null ? [] : context.slotsOf(asset);
}

function selectedSurfaces(editor: SceneReader & Selecting): string[] {
  return withSurfaces(editor, [...editor.selection.ids.value]);
}

/** Replaces groups by their descendants, and omits nodes that cannot have a material. */
function withSurfaces(editor: SceneReader, ids: readonly string[]): string[] {
  const { nodes } = editor.scene.document.value;
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
