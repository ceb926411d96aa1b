import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const imageInspector: NodeInspector<'asset' | 'size' | 'isLit' | 'doubleSided'> = {
  label: 'node.image',
  icon: 'image',
  create: null,
  fields: [
    { key: 'asset', label: 'field.picture', kind: 'picture', shelf: 'textures', upload: 3 },
    { key: 'size', label: 'field.size', kind: 'vector', axes: ['x', 'y'], ...lengthRange },
    { key: 'isLit', label: 'field.isLit', kind: 'boolean' },
    { key: 'doubleSided', label: 'field.doubleSided', kind: 'boolean' },
  ],
};
