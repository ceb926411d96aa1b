import { Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import type { ProbeHit } from '../probe.ts';

/** A part of the viewport in CSS pixels. */
export type ScreenRect = { left: number; top: number; right: number; bottom: number };

/** How near in pixels a light's mark must be to be taken. */
const MARK_REACH = 14;

/**
 * The node under a point. Whatever is in a group stands for the outermost group, unless something of that group is
 * selected already, or `isDeep` asks for the thing itself.
 */
export function pickNode(
  editor: Editor,
  point: ScreenPoint,
  { isDeep = false }: { isDeep?: boolean } = {},
): ProbeHit | null {
  const hit = pickMark(editor, point) ?? pickSurface(editor, point);
  if (!hit) {
    return null;
  }
  return isDeep ? hit : { ...hit, id: standIn(editor, hit.id) };
}

/** The nearest surface under a point that is neither hidden nor locked. */
export function pickSurface(editor: Editor, point: ScreenPoint): ProbeHit | null {
  const hits = editor.probe?.hits(editor.camera.rayAt(point)) ?? [];
  return hits.find(({ id }) => editor.scene.isReachable(id)) ?? null;
}

/** The nodes whose middle lies in a part of the viewport, each once, groups for what is in them. */
export function nodesInRect(editor: Editor, { left, top, right, bottom }: ScreenRect): string[] {
  const found = new Set<string>();
  for (const [id, node] of Object.entries(editor.scene.get().nodes)) {
    if (node.kind === 'group' || !editor.scene.isReachable(id)) {
      continue;
    }
    const { x, y, depth } = editor.camera.project(middleOf(editor, id));
    if (depth < 1 && x >= left && x <= right && y >= top && y <= bottom) {
      found.add(standIn(editor, id));
    }
  }
  return [...found];
}

/** Whether a kind has no surface, so that the viewport draws a mark where it stands. */
export function isMarked(kind: string): boolean {
  return kind.endsWith('Light');
}

function pickMark(editor: Editor, point: ScreenPoint): ProbeHit | null {
  let best: { hit: ProbeHit; depth: number } | null = null;
  for (const [id, node] of Object.entries(editor.scene.get().nodes)) {
    const isBare = isMarked(node.kind) || (node.kind === 'model' && editor.probe?.boundsOf([id]).isEmpty());
    if (!isBare || !editor.scene.isReachable(id)) {
      continue;
    }
    const at = new Vector3().setFromMatrixPosition(editor.scene.worldOf(id));
    const { x, y, depth } = editor.camera.project(at);
    const isNear = Math.hypot(x - point.x, y - point.y) <= MARK_REACH;
    if (isNear && depth < 1 && depth < (best?.depth ?? 1)) {
      best = { hit: { id, point: at, normal: new Vector3(0, 1, 0), distance: 0 }, depth };
    }
  }
  return best?.hit ?? null;
}

function standIn({ scene, selection }: Editor, id: string): string {
  const ancestors = scene.ancestorsOf(id);
  const group = ancestors.filter((one) => scene.node(one)?.kind === 'group').at(-1);
  const isOpen = selection
    .get()
    .some((one) => one === id || (one !== group && scene.ancestorsOf(one).includes(group ?? '')));
  return group === undefined || isOpen ? id : group;
}

function middleOf({ probe, scene }: Editor, id: string): Vector3 {
  const bounds = probe?.boundsOf([id]);
  return bounds && !bounds.isEmpty()
    ? bounds.getCenter(new Vector3())
    : new Vector3().setFromMatrixPosition(scene.worldOf(id));
}
