import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { isMarked, nodeKindNames, roleOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import { isTouched, isWithin, type Rect, type Seen, seenAs } from '../kernels/marquee.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import type { ProbeHit } from '../probe.ts';

/** Marquee in CSS pixels. It selects all that it touches, or with `isWhole` all that it contains. */
export type Marquee = Rect & { isWhole: boolean };

/** Screen projection of a node in CSS pixels, and the id that is selected for it. */
export type SeenThing = { id: string; seen: Seen };

const MARKED_KINDS = nodeKindNames.filter(isMarked);
const UP = new Vector3(0, 1, 0);
/** Reach of marks for picking, in pixels. */
const MARK_REACH = 14;

/**
 * Node that a click at a point selects; locked nodes are ignored. A node in a group selects its outermost
 * group, unless part of that group is already selected or `isDeep` is set.
 */
export function pickNode(
  editor: Editor,
  point: ScreenPoint,
  { isDeep = false }: { isDeep?: boolean } = {},
): ProbeHit | null {
  const isFree = (id: string) => isFreeOf(editor, id);
  const hit = pickMark(editor, point, isFree) ?? nearestSurface(editor, point, isFree);
  if (!hit) {
    return null;
  }
  return isDeep ? hit : { ...hit, id: standIn(editor, hit.id) };
}

/**
 * Node seen at a point, even if locked: for inspection, and for targets that occlude those
 * behind them.
 */
export function pickSeen(editor: Editor, point: ScreenPoint): ProbeHit | null {
  return pickMark(editor, point, (id) => editor.sight.isSeen(id)) ?? pickSurface(editor, point);
}

/** Nearest visible surface at a point, even if locked. */
export function pickSurface(editor: Editor, point: ScreenPoint): ProbeHit | null {
  return nearestSurface(editor, point, (id) => editor.sight.isSeen(id));
}

/** All visible surfaces along the ray of a point, nearest first, even if locked. */
export function seenSurfaces(editor: Editor, point: ScreenPoint): ProbeHit[] {
  const hits = editor.probe?.hits(editor.camera.rayAt(point)) ?? [];
  return hits.filter(({ id }) => editor.sight.isSeen(id));
}

/**
 * Screen projections of all selectable nodes, and the ids that are selected for them: groups for their
 * content.
 */
export function seenThings(editor: Editor): SeenThing[] {
  const things: SeenThing[] = [];
  for (const [id, node] of Object.entries(editor.scene.get().nodes)) {
    if (roleOf(node.kind) === 'holder' || !isFreeOf(editor, id)) {
      continue;
    }
    const seen = seenAs(
      cornersOf(editor, id)
        .map((corner) => editor.camera.project(corner))
        .filter(({ depth }) => depth < 1),
    );
    if (seen) {
      things.push({ id: standIn(editor, id), seen });
    }
  }
  return things;
}

/** Nodes that a rectangle touches, or contains with `isWhole`; each once. */
export function thingsInRect(things: readonly SeenThing[], rect: Rect, isWhole: boolean): string[] {
  const isMeant = isWhole ? isWithin : isTouched;
  const found = new Set<string>();
  const missed = new Set<string>();
  for (const { id, seen } of things) {
    (isMeant(seen, rect) ? found : missed).add(id);
  }
  // A group is contained only with all its content.
  return [...found].filter((id) => !(isWhole && missed.has(id)));
}

/** Nodes displayed as marks: those without a surface, and those whose file is not drawn. */
export function markedNodes({ scene, undrawn }: Editor): [string, SceneNode][] {
  const bare = [...undrawn.get()].flatMap((id): [string, SceneNode][] => {
    const node = scene.node(id);
    return node ? [[id, node]] : [];
  });
  return [...scene.nodesOf(...MARKED_KINDS), ...bare];
}

/** Whether a node can be clicked: visible and unlocked. */
function isFreeOf({ scene, sight }: Editor, id: string): boolean {
  return sight.isSeen(id) && !scene.isLocked(id);
}

function nearestSurface(
  editor: Editor,
  point: ScreenPoint,
  isMeant: (id: string) => boolean,
): ProbeHit | null {
  const hits = editor.probe?.hits(editor.camera.rayAt(point)) ?? [];
  return hits.find(({ id }) => isMeant(id)) ?? null;
}

function pickMark(editor: Editor, point: ScreenPoint, isMeant: (id: string) => boolean): ProbeHit | null {
  let best: { hit: ProbeHit; depth: number } | null = null;
  for (const [id] of markedNodes(editor)) {
    if (!isMeant(id)) {
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
function standIn({ scene, selection }: Editor, id: string): string {
  const ancestors = scene.ancestorsOf(id);
  const group = ancestors.filter((one) => scene.isHolder(one)).at(-1);
  const isOpen = group === undefined || selection.has(id) || selection.hasBelow(group);
  return isOpen ? id : group;
}

/** World corners of a node's own box, indexed by axis bits; its origin without a box. */
function cornersOf({ probe, scene }: Editor, id: string): Vector3[] {
  const world = scene.worldOf(id);
  const box = probe?.ownBoxOf(id);
  if (!box || box.isEmpty()) {
    return [new Vector3().setFromMatrixPosition(world)];
  }
  const { min, max } = box;
  return Array.from({ length: 8 }, (_, i) =>
    new Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z).applyMatrix4(world),
  );
}
