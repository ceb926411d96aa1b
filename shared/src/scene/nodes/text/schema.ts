import { z } from 'zod';
import { assetIri, length, words } from '../../values.ts';

/** As much as a board in a room holds; each letter is a solid of its own. */
const MAX_TEXT = 2_000;

/**
 * Letters as solids. In metres: `size` is the height of a line's type, as a font measures it, `depth` goes from the front
 * of the node's XY plane along +Z, 0 is flat, `bevel` is how far edges are cut, where strokes are thick enough. The first
 * line's baseline lies on +X; `align` says which part of each line is at the origin. `font` null is Inter;
 * `lineHeight` is a factor of `size`.
 */
export const textProps = z.strictObject({
  text: words(MAX_TEXT).default('Text'),
  font: assetIri.nullable().default(null),
  size: length.default(0.3),
  depth: z.number().min(0).max(1e6).default(0.05),
  bevel: z.number().min(0).max(1e6).default(0),
  align: z.enum(['left', 'center', 'right']).default('left'),
  lineHeight: z.number().min(0.1).max(10).default(1.2),
});
