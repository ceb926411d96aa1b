import type { NodeOf, SceneDocument } from '@diorama/shared/scene/document.ts';
import { distanceToOutline } from '@diorama/shared/scene/nodes/floor/area.ts';
import { boundPlan, type FindNode } from '@diorama/shared/scene/nodes/floor/plan.ts';
import { wallLoop } from '@diorama/shared/scene/nodes/floor/wall-loop.ts';
import { areaOf, type PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { pointOn, type WallPlan, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { planThrough } from '@diorama/shared/scene/nodes/wall/plan-through.ts';
import { type NodePatch, updateNodes } from '@diorama/shared/scene/ops.ts';
import { localMatrix } from '@diorama/shared/scene/resolve.ts';
import { Manager } from '../../../managers/manager.ts';
import type { SceneWriter } from '../../../parts.ts';
import { outlinePatch } from './floors.ts';

/** Largest distance of a wall's line from the outline that it bounds, in metres; a curve is cut into facets. */
const ALONG = 0.005;
/** Largest relative difference between the areas of an outline and of the walls that replace its walls. */
const SAME_AREA = 1e-3;

/**
 * Keeps floors whose loop of walls this person opens: walls along the same outline take the place of those that were
 * split, merged or drawn again; without them the floor keeps its last outline. Written without steps of the history.
 */
export class FloorsManager extends Manager {
  readonly #editor: SceneWriter;

  constructor(editor: SceneWriter) {
    super();
    this.#editor = editor;
    let before = editor.scene.shared.value;
    this.register(
      editor.scene.onSharedChange((after, change, transaction) => {
        if (transaction.local && editor.scene.hasAny('floor') && isOfWalls(change.nodes, before, after)) {
          const patches = patchesBetween(before, after, editor.scene.nodesOf('floor'));
          if (patches.size > 0) {
            // Other listeners see the change first.
            queueMicrotask(() => this.#write(patches));
          }
        }
        before = after;
      }),
    );
  }

  #write(patches: ReadonlyMap<string, NodePatch>): void {
    const { ydoc } = this.#editor;
    this.#editor.amend(() => updateNodes(ydoc, patches));
  }
}

function isOfWalls(ids: ReadonlySet<string>, before: SceneDocument, after: SceneDocument): boolean {
  return [...ids].some((id) => before.nodes[id]?.kind === 'wall' || after.nodes[id]?.kind === 'wall');
}

function patchesBetween(
  before: SceneDocument,
  after: SceneDocument,
  floors: readonly [string, NodeOf<'floor'>][],
): Map<string, NodePatch> {
  const [found, find] = [finder(before), finder(after)];
  return new Map(
    floors.flatMap(([id, floor]): [string, NodePatch][] => {
      if (floor.props.walls.length === 0 || boundPlan(floor, find)) {
        return [];
      }
      const bound = boundPlan(floor, found);
      const outline = bound?.outline ?? floor.props.points;
      const walls = wallsAlong(outline, floor, after);
      if (walls) {
        return [[id, { props: { walls } } as NodePatch<'floor'>]];
      }
      const patch = bound && outlinePatch(floor, found);
      return patch ? [[id, patch]] : [];
    }),
  );
}

function finder({ nodes }: SceneDocument): FindNode {
  return (id) => (Object.hasOwn(nodes, id) ? nodes[id] : undefined);
}

/** Walls whose lines form an outline in a floor's space; null if they do not close it. */
function wallsAlong(
  outline: readonly PlanPoint[],
  floor: NodeOf<'floor'>,
  { nodes }: SceneDocument,
): string[] | null {
  const toOwn = localMatrix(floor).invert();
  const along = Object.entries(nodes).flatMap(([id, node]): [string, WallPlan][] => {
    if (node.kind !== 'wall' || node.parent !== floor.parent) {
      return [];
    }
    const plan = planThrough(toOwn.clone().multiply(localMatrix(node)), node.props);
    const line = wallLine(plan);
    const points = line ? [0, 0.5, 1].map((share) => pointOn(line, share * line.length, 0)) : [];
    const isAlong = points.length > 0 && points.every((point) => distanceToOutline(outline, point) < ALONG);
    return isAlong ? [[id, plan]] : [];
  });
  const loop = wallLoop(along.map(([, plan]) => plan));
  const [area, loopArea] = [outline, loop ?? []].map((points) => Math.abs(areaOf(points)));
  return loop && Math.abs((loopArea ?? 0) - (area ?? 0)) < SAME_AREA * (area ?? 0)
    ? along.map(([id]) => id)
    : null;
}
