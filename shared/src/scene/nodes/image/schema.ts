import { z } from 'zod';
import { assetIri, length } from '../../values.ts';
import { defineNode } from '../define.ts';
import { lengthRange } from '../ranges.ts';

/**
 * A picture that faces +Z, in metres: `asset` is null until one is chosen. `isLit` makes it react to lights,
 * otherwise it shows its own colours; `doubleSided` makes it visible from behind.
 */
const imageProps = z.strictObject({
  asset: assetIri.nullable().default(null),
  size: z.tuple([length, length]).default([1, 1]),
  isLit: z.boolean().default(true),
  doubleSided: z.boolean().default(true),
});

export const imageNode = defineNode({
  kind: 'image',
  props: imageProps,
  inspector: {
    label: 'node.image',
    icon: 'image',
    create: null,
    fields: [
      { key: 'asset', label: 'field.picture', kind: 'picture', shelf: 'textures', upload: 3 },
      { key: 'size', label: 'field.size', kind: 'vector', axes: ['x', 'y'], ...lengthRange },
      { key: 'isLit', label: 'field.isLit', kind: 'boolean' },
      { key: 'doubleSided', label: 'field.doubleSided', kind: 'boolean' },
    ],
  },
});
