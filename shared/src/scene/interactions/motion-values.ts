import { type Matrix4, Quaternion, Vector3 } from 'three';
import type { Motion, SceneDocument } from '../document.ts';
import type { FieldValues } from '../field-values.ts';
import { ownMember } from '../json.ts';

/** A motion of a node that exists. */
type NodeMotion = Motion & { node: string };

type MotionContext = {
  motions: readonly NodeMotion[];
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
  for (const motion of context.motions) {
    const node = ownMember(document.nodes, motion.node);
    if (!node || (context.isReduced && isContinuous(motion)) || !isShown(document, motion.node)) {
      continue;
    }
    const turn = 2 * Math.PI * ((context.seconds / motion.seconds) % 1);
    if (motion.kind === 'float') {
      const [x, y, z] = node.position;
      values[`nodes/${motion.node}/position`] = [x, y + motion.distance * Math.sin(turn), z];
      continue;
    }
    const rotation =
      motion.kind === 'spin'
        ? new Quaternion(...node.rotation).multiply(
            new Quaternion().setFromAxisAngle(AXES[motion.axis], turn),
          )
        : facing(context, motion.node, node.parent);
    if (rotation) {
      values[`nodes/${motion.node}/rotation`] = rotation.normalize().toArray();
    }
  }
  return values;
}

/** Whether frames must be drawn all the time: a visible node spins or floats. */
export function hasContinuousMotion(document: SceneDocument, motions: readonly NodeMotion[]): boolean {
  return motions.some((motion) => isContinuous(motion) && isShown(document, motion.node));
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

/** Whether a node and all its ancestors are visible. */
function isShown({ nodes }: SceneDocument, id: string): boolean {
  const seen = new Set<string>();
  for (let up: string | null = id; up !== null && !seen.has(up); ) {
    seen.add(up);
    const node: SceneDocument['nodes'][string] | undefined = ownMember(nodes, up);
    if (node?.visible === false) {
      return false;
    }
    up = node?.parent ?? null;
  }
  return true;
}
