import { z } from 'zod';
import { coordinate, length, sceneId } from '../../values.ts';
import { OPENING_SLOTS } from './slots.ts';

/** More bars than this nobody looks through. */
const MAX_PANES = 12;

/** Further than this a leaf would hit its wall, in degrees. */
const MAX_OPEN = 120;

/**
 * A door, a window or a hole in the wall that is its parent, in metres: `offset` runs from the wall's start to its middle,
 * `sill` is how high it begins; a door begins at the floor. A door hangs at its `hinge`, as seen from the wall's right
 * side, and opens towards that side, or towards the left one when it is `flipped`; `open` is how far it stands open, in
 * degrees. `frame` is how wide the frame is, 0 for
 * none; a window has `columns` by `rows` panes. `materials` replaces the node's material on single parts.
 */
export const openingProps = z.strictObject({
  type: z.enum(['door', 'window', 'hole']).default('door'),
  offset: coordinate.default(1.5),
  width: length.default(0.9),
  height: length.default(2.1),
  sill: z.number().min(0).max(1e6).default(0),
  hinge: z.enum(['left', 'right']).default('left'),
  flipped: z.boolean().default(false),
  open: z.number().min(0).max(MAX_OPEN).default(0),
  frame: z.number().min(0).max(1).default(0.05),
  columns: z.int().min(1).max(MAX_PANES).default(2),
  rows: z.int().min(1).max(MAX_PANES).default(1),
  materials: z.partialRecord(z.enum(OPENING_SLOTS), sceneId).default({}),
});
