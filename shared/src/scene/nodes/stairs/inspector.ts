import type { NodeInspector } from '../define.ts';
import { lengthRange } from '../ranges.ts';

export const stairsInspector: NodeInspector<'width' | 'rise' | 'run' | 'steps'> = {
  label: 'node.stairs',
  icon: 'chart-no-axes-column-increasing',
  create: 'shape',
  sizing: {
    form: 'free',
    props: ([x, y, z], { steps }) => ({ width: x, rise: y / Number(steps), run: z / Number(steps) }),
  },
  fields: [
    { key: 'steps', label: 'field.steps', kind: 'number', unit: 'count', min: 1, max: 200, step: 1 },
    { key: 'width', label: 'field.width', kind: 'number', ...lengthRange },
    { key: 'rise', label: 'field.rise', kind: 'number', ...lengthRange },
    { key: 'run', label: 'field.run', kind: 'number', ...lengthRange },
  ],
};
