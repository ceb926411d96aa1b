import type { NodeInspector } from '../define.ts';
import { LIGHT_HEIGHT, lengthRange } from '../ranges.ts';

export const areaLightInspector: NodeInspector<'color' | 'intensity' | 'size'> = {
  label: 'node.areaLight',
  icon: 'rectangle-horizontal',
  create: 'light',
  arrival: { height: LIGHT_HEIGHT, isTilted: true },
  fields: [
    { key: 'color', label: 'field.color', kind: 'color' },
    { key: 'intensity', label: 'field.intensity', kind: 'number', unit: 'nits', min: 0, max: 1e6, step: 1 },
    { key: 'size', label: 'field.size', kind: 'vector', axes: ['x', 'y'], ...lengthRange },
  ],
};
