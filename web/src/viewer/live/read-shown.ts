import { Vector3 } from 'three';
import type { View } from '../../scene/framing.ts';

/** What whoever leads visitors looks at: their view with its angle in degrees, what they point at, the open annotation. */
export type Shown = {
  by: string;
  view: (View & { fov: number }) | null;
  cursor: Vector3 | null;
  stop: string | null;
};

const FOV = { min: 1, max: 170 } as const;
/** A camera nearer to its target than this, in metres, looks nowhere. */
const NEAREST = 1e-3;

/** Reads what the server says of whoever leads; null for nobody, `other` for what is about something else. */
export function readShown(payload: string): Shown | null | 'other' {
  let message: Record<string, unknown> | null;
  try {
    message = JSON.parse(payload);
  } catch {
    return 'other';
  }
  if (message?.type !== 'showing') {
    return 'other';
  }
  const { by, camera, cursor, stop } = message;
  if (typeof by !== 'string') {
    return null;
  }
  return {
    by,
    view: readView(camera),
    cursor: isNumbers(cursor, 3) ? new Vector3().fromArray(cursor) : null,
    stop: typeof stop === 'string' ? stop : null,
  };
}

function readView(camera: unknown): Shown['view'] {
  if (!isNumbers(camera, 7)) {
    return null;
  }
  const [position, target] = [new Vector3().fromArray(camera), new Vector3().fromArray(camera, 3)];
  const fov = camera[6] ?? 0;
  const isSeeing = fov >= FOV.min && fov <= FOV.max && position.distanceTo(target) >= NEAREST;
  return isSeeing ? { position, target, fov } : null;
}

function isNumbers(value: unknown, count: number): value is number[] {
  return Array.isArray(value) && value.length === count && value.every((one) => Number.isFinite(one));
}
