import { sourceInRepeats } from '@diorama/shared/scene/copies/generated-id.ts';
import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { isMarked, nodeKindNames, roleOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { Vector3 } from 'three';
import { isTouched, isWithin, type Rect, type ScreenBounds, screenBoundsOf } from '../kernels/marquee.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import type { DrawnScene, SceneReader, Selecting, ViewedScene, Viewpoint } from '../parts.ts';
import type { SceneHit } from '../scene-queries.ts';

/** Screen projection of a node in CSS pixels, and the id that is selected for it. */
export type VisibleObject = { id: string; seen: ScreenBounds };

const MARKED_KINDS = nodeKindNames.filter(isMarked);
const UP = new Vector3(0, 1, 0);
/** Reach of marks for picking, in pixels. */
const MARK_REACH = 14;

/**
 * Node that a click at a point selects; locked nodes are ignored. A node in a group selects its outermost
 * group, unless part of that group is already selected or `isDeep` is set.
 */
export function pickNode(
  editor: Selecting & ViewedScene,
  point: ScreenPoint,
  { isDeep = false }: { isDeep?: boolean } = {},
): SceneHit | null {
  const isFree = (id: string) => editor.visibility.isReachable(id);
  const hit = pickMark(editor, point, isFree) ?? nearestSurface(editor, point, isFree);
  if (!hit) {
    return null;
  }
  return isDeep ? hit : { ...hit, id: selectableId(editor, hit.id) };
}

/**
 * Node seen at a point, even if locked: for inspection, and for targets that occlude those
 * behind them.
 */
export function pickSeen(editor: ViewedScene, point: ScreenPoint): SceneHit | null {
  return pickMark(editor, point, (id) => editor.visibility.isVisible(id)) ?? pickSurface(editor, point);
}

/** Nearest visible surface at a point, even if locked. */
export function pickSurface(editor: ViewedScene, point: ScreenPoint): SceneHit | null {
  return nearestSurface(editor, point, (id) => editor.visibility.isVisible(id));
}

/** All visible surfaces along the ray of a point, nearest first, even if locked. */
export function visibleSurfaces(editor: ViewedScene, point: ScreenPoint): SceneHit[] {
  return hitsAt(editor, point)
    .filter(({ id }) => editor.visibility.isVisible(id))
    .map(ofSource);
}

/**
 * Screen projections of all selectable nodes, and the ids that are selected for them: groups for their
 * content.
 */
export function visibleObjects(editor: Selecting & ViewedScene): VisibleObject[] {
  const objects: VisibleObject[] = [];
  for (const [id, node] of Object.entries(editor.scene.document.value.nodes)) {
    if (roleOf(node.kind) === 'holder' || !editor.visibility.isReachable(id)) {
      continue;
    }
    const seen = screenBoundsOf(
      cornersOf(editor, id)
        .map((corner) => editor.camera.project(corner))
        .filter(({ depth }) => depth < 1),
    );
    if (seen) {
      objects.push({ id: selectableId(editor, sourceInRepeats(id)), seen });
    }
  }
  return objects;
}

/** Nodes that a rectangle touches, or contains with `isWhole`; each once. */
export function objectsInRect(objects: readonly VisibleObject[], rect: Rect, isWhole: boolean): string[] {
  const matches = isWhole ? isWithin : isTouched;
  const found = new Set<string>();
  const missed = new Set<string>();
  for (const { id, seen } of objects) {
    (matches(seen, rect) ? found : missed).add(id);
  }
  // A group is contained only with all its content.
  return [...found].filter((id) => !(isWhole && missed.has(id)));
}

/** Nodes displayed as marks: those without a surface, and those whose file is not drawn. */
export function markedNodes({ scene, undrawn }: DrawnScene & SceneReader): [string, SceneNode][] {
  const bare = [...undrawn.value].flatMap((id): [string, SceneNode][] => {
    const node = scene.node(id);
    return node ? [[id, node]] : [];
  });
  return [...scene.nodesOf(...MARKED_KINDS), ...bare];
}

function nearestSurface(
  editor: DrawnScene & Viewpoint,
  point: ScreenPoint,
  matches: (id: string) => boolean,
): SceneHit | null {
  const hit = hitsAt(editor, point).find(({ id }) => matches(id));
  return hit ? ofSource(hit) : null;
}

function hitsAt({ queries, camera }: DrawnScene & Viewpoint, point: ScreenPoint): SceneHit[] {
  return queries?.hits(camera.rayAt(point)) ?? [];
}

/** A hit of a copy within a repeat as one of its source, which can be edited. */
function ofSource(hit: SceneHit): SceneHit {
  const id = sourceInRepeats(hit.id);
  return id === hit.id ? hit : { ...hit, id, spot: null };
}

function pickMark(
  editor: ViewedScene,
  point: ScreenPoint,
  matches: (id: string) => boolean,
): SceneHit | null {
  let best: { hit: SceneHit; depth: number } | null = null;
  for (const [id] of markedNodes(editor)) {
    if (!matches(id)) {
      continue;
    }
    const at = new Vector3().setFromMatrixPosition(editor.scene.worldOf(id));
    const { x, y, depth } = editor.camera.project(at);
    const isNear = Math.hypot(x - point.x, y - point.y) <= MARK_REACH;
    if (isNear && depth < 1 && depth < (best?.depth ?? 1)) {
      const hit = {
        id,
        slot: null,
        part: null,
        point: at,
        normal: UP,
        distance: 0,
        triangle: null,
        spot: null,
      };
      best = { hit, depth };
    }
  }
  return best?.hit ?? null;
}

/** Outermost group of a node, unless part of that group is already selected. */
function selectableId({ scene, selection }: SceneReader & Selecting, id: string): string {
  const ancestors = scene.ancestorsOf(id);
  const group = ancestors.filter((one) => scene.isHolder(one)).at(-1);
  const isOpen = group === undefined || selection.has(id) || selection.hasBelow(group);
  return isOpen ? id : group;
}

/** World corners of a node's own box, indexed by axis bits; its origin without a box. */
function cornersOf({ queries, scene }: DrawnScene & SceneReader, id: string): Vector3[] {
  const world = scene.worldOf(id);
  const box = queries?.ownBoxOf(id);
  if (!box || box.isEmpty()) {
    return [new Vector3().setFromMatrixPosition(world)];
  }
  const { min, max } = box;
  return Array.from({ length: 8 }, (_, i) =>
    new Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z).applyMatrix4(world),
  );
}
