import { type Matrix4, Quaternion, Vector3 } from 'three';
import type { Motion, SceneDocument, SceneNode } from '../document.ts';
import { type FieldValues, valueIn } from '../field-values.ts';
import { ownMember } from '../json.ts';
import type { NodeMotion } from './interactions.ts';

/** Nodes with those that others generate. */
type Shown = Pick<SceneDocument, 'nodes'>;

type MotionContext = {
  motions: readonly NodeMotion[];
  /** The document with generated nodes; that of the values by default. */
  shown?: Shown;
  /** Seconds since the start. */
  seconds: number;
  /** Whether nothing may move by itself. */
  isReduced: boolean;
  /** Position of the camera. */
  eye: Vector3;
  worldOf: (id: string) => Matrix4 | undefined;
};

const AXES = { x: new Vector3(1, 0, 0), y: new Vector3(0, 1, 0), z: new Vector3(0, 0, 1) } as const;

/** Places and rotations of moving nodes, as values over the document. */
export function motionValues(document: SceneDocument, context: MotionContext): FieldValues {
  const values: Record<string, unknown> = {};
  const { shown = document } = context;
  for (const motion of context.motions) {
    const path = `nodes/${motion.node}/${motion.kind === 'float' ? 'position' : 'rotation'}`;
    const from = valueIn(document, path);
    if (from === undefined || (context.isReduced && isContinuous(motion)) || !isShown(shown, motion)) {
      continue;
    }
    const turn = 2 * Math.PI * ((context.seconds / motion.seconds) % 1);
    if (motion.kind === 'float') {
      // Positions have three numbers.
      const [x, y, z] = from as [number, number, number];
      values[path] = [x, y + motion.distance * Math.sin(turn), z];
      continue;
    }
    const rotation =
      motion.kind === 'spin'
        ? // Rotations have four numbers.
          new Quaternion(...(from as [number, number, number, number])).multiply(
            new Quaternion().setFromAxisAngle(AXES[motion.axis], turn),
          )
        : facing(context, motion.node, ownMember(shown.nodes, motion.node)?.parent ?? null);
    if (rotation) {
      values[path] = rotation.normalize().toArray();
    }
  }
  return values;
}

/** Whether frames must be drawn all the time: a visible node spins or floats. */
export function hasContinuousMotion(shown: Shown, motions: readonly NodeMotion[]): boolean {
  return motions.some((motion) => isContinuous(motion) && isShown(shown, motion));
}

function isContinuous({ kind }: Motion): boolean {
  return kind !== 'look';
}

/** Rotation about the vertical that turns the front of a node to the camera; null right above or below it. */
function facing({ eye, worldOf }: MotionContext, id: string, parent: string | null): Quaternion | null {
  const world = worldOf(id);
  if (!world) {
    return null;
  }
  const way = eye.clone().sub(new Vector3().setFromMatrixPosition(world));
  if (Math.hypot(way.x, way.z) < 1e-6) {
    return null;
  }
  const turn = new Quaternion().setFromAxisAngle(AXES.y, Math.atan2(way.x, way.z));
  const above = parent === null ? undefined : worldOf(parent);
  if (above) {
    const outer = new Quaternion();
    above.decompose(new Vector3(), outer, new Vector3());
    turn.premultiply(outer.invert());
  }
  return turn;
}

/** Whether a moving node is visible with all ancestors. */
function isShown({ nodes }: Shown, { node, moved = [node] }: NodeMotion): boolean {
  return moved.some((copy) => {
    const seen = new Set<string>();
    for (let id: string | null = copy; id !== null && !seen.has(id); ) {
      seen.add(id);
      const one: SceneNode | undefined = ownMember(nodes, id);
      if (one?.visible === false) {
        return false;
      }
      id = one?.parent ?? null;
    }
    return true;
  });
}
