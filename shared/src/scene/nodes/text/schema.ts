import { z } from 'zod';
import { assetIri, length, words } from '../../values.ts';
import { choicesOf } from '../choices.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';

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

export const textNode = defineNode({
  kind: 'text',
  props: textProps,
  inspector: {
    label: 'node.text',
    icon: 'type',
    create: 'shape',
    fields: [
      { key: 'text', label: 'field.text', kind: 'text', maxLength: 2000, isLong: true },
      { key: 'font', label: 'field.font', kind: 'picture', shelf: 'fonts', upload: 10 },
      { key: 'size', label: 'field.fontSize', kind: 'number', ...lengthRange },
      { key: 'depth', label: 'field.letterDepth', kind: 'number', ...lengthRange, min: 0 },
      { key: 'bevel', label: 'field.bevel', kind: 'number', ...lengthRange, min: 0 },
      {
        key: 'align',
        label: 'field.align',
        kind: 'select',
        options: choicesOf('option', ['left', 'center', 'right']),
      },
      {
        key: 'lineHeight',
        label: 'field.lineHeight',
        kind: 'number',
        unit: 'factor',
        min: 0.1,
        max: 10,
        step: 0.05,
      },
    ],
  },
});
