import { z } from 'zod';
import { coordinate, length, sceneId } from '../../values.ts';
import { WALL_SLOTS } from './slots.ts';

const end = z.tuple([coordinate, coordinate]);

/**
 * An upright wall on its node's XZ plane, from `start` to `end` as `[x, z]`, in metres. `justification` is which of its
 * sides lies on that line, seen along it, or its middle. `curve` bends the line to an arc whose middle lies so far to the
 * left of the way between its ends, seen along it, or to the right if it is less than nothing; it turns by half a circle at
 * most. `materials` replaces the node's material on single surfaces.
 * Walls of one parent whose ends lie within a millimetre of each other are joined; of visible ones that lie in each other
 * elsewhere, the lower one or that which ends there leaves the place to the other.
 */
export const wallProps = z.strictObject({
  start: end.default([0, 0]),
  end: end.default([3, 0]),
  height: length.default(2.5),
  thickness: length.default(0.1),
  justification: z.enum(['center', 'left', 'right']).default('center'),
  curve: coordinate.default(0),
  materials: z.partialRecord(z.enum(WALL_SLOTS), sceneId).default({}),
});
