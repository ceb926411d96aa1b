import { z } from 'zod';
import { assetIri, length, words } from '../../values.ts';

/** Maximum length in characters, enough for a sign; each glyph is a separate solid. */
const MAX_TEXT = 2_000;

/**
 * Text as solid glyphs. In metres: `size` is the em size of the font, `depth` extends from the node's XY
 * plane along +Z, 0 is flat, `bevel` is the size of bevelled edges, where strokes are thick enough. The first
 * line's baseline lies on +X; `align` is the point of each line at the origin. `font` null is Inter;
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
