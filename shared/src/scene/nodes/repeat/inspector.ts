import { choicesOf } from '../choices.ts';
import type { NodeInspector } from '../define.ts';
import { countRange, ratioRange } from '../ranges.ts';
import { MAX_COPIES, REPEAT_PATTERNS } from './limits.ts';

const AXES = ['x', 'y', 'z'] as const;
const TURN = 2 * Math.PI;
const count = { ...countRange, max: MAX_COPIES };
const offset = { unit: 'metres', min: -1e6, max: 1e6, step: 0.1 } as const;
const distance = { ...offset, min: 0, step: 0.05 } as const;
const angle = { unit: 'radians', min: -TURN, max: TURN, step: Math.PI / 36 } as const;

export const repeatInspector: NodeInspector<
  | 'pattern'
  | 'count'
  | 'step'
  | 'counts'
  | 'gaps'
  | 'radius'
  | 'angle'
  | 'axis'
  | 'path'
  | 'surface'
  | 'spacing'
  | 'maxSlope'
  | 'turns'
  | 'jitterPosition'
  | 'jitterRotation'
  | 'jitterScale'
  | 'seed'
> = {
  label: 'node.repeat',
  icon: 'grid-3x3',
  create: null,
  fields: [
    {
      key: 'pattern',
      label: 'repeat.pattern',
      kind: 'select',
      options: choicesOf('repeat', REPEAT_PATTERNS),
    },
    { key: 'path', label: 'node.path', kind: 'node', of: 'path', when: { key: 'pattern', is: ['path'] } },
    {
      key: 'surface',
      label: 'repeat.surface',
      kind: 'node',
      of: 'surface',
      when: { key: 'pattern', is: ['scatter'] },
    },
    {
      key: 'count',
      label: 'repeat.count',
      kind: 'number',
      ...count,
      when: { key: 'pattern', is: ['linear', 'radial', 'path', 'scatter'] },
    },
    {
      key: 'counts',
      label: 'repeat.count',
      kind: 'vector',
      axes: AXES,
      ...count,
      when: { key: 'pattern', is: ['grid'] },
    },
    {
      key: 'step',
      label: 'repeat.step',
      kind: 'vector',
      axes: AXES,
      ...offset,
      when: { key: 'pattern', is: ['linear'] },
    },
    {
      key: 'gaps',
      label: 'repeat.step',
      kind: 'vector',
      axes: AXES,
      ...offset,
      when: { key: 'pattern', is: ['grid'] },
    },
    {
      key: 'radius',
      label: 'field.radius',
      kind: 'number',
      ...offset,
      when: { key: 'pattern', is: ['radial'] },
    },
    {
      key: 'angle',
      label: 'repeat.angle',
      kind: 'number',
      ...angle,
      when: { key: 'pattern', is: ['radial'] },
    },
    {
      key: 'axis',
      label: 'repeat.axis',
      kind: 'select',
      options: choicesOf('repeat.axis', AXES),
      when: { key: 'pattern', is: ['radial'] },
    },
    {
      key: 'spacing',
      label: 'repeat.spacing',
      kind: 'number',
      ...distance,
      when: { key: 'pattern', is: ['scatter'] },
    },
    {
      key: 'maxSlope',
      label: 'repeat.maxSlope',
      kind: 'number',
      ...angle,
      min: 0,
      max: Math.PI,
      when: { key: 'pattern', is: ['scatter'] },
    },
    {
      key: 'turns',
      label: 'repeat.turns',
      kind: 'boolean',
      when: { key: 'pattern', is: ['radial', 'path', 'scatter'] },
    },
    { key: 'jitterPosition', label: 'repeat.jitterPosition', kind: 'vector', axes: AXES, ...distance },
    { key: 'jitterRotation', label: 'repeat.jitterRotation', kind: 'vector', axes: AXES, ...angle },
    { key: 'jitterScale', label: 'repeat.jitterScale', kind: 'number', ...ratioRange },
    { key: 'seed', label: 'repeat.seed', kind: 'number', ...countRange, min: 0, max: 999_999 },
  ],
  actions: ['makeSingle'],
};
