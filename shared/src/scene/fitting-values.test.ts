import { expect, it } from 'vitest';
import { parseDocument } from './document.ts';
import { onlyFitting } from './fitting-values.ts';

const plain = parseDocument({
  nodes: { box: { kind: 'box' }, row: { kind: 'repeat' } },
  options: { color: {} },
  choices: { good: { option: 'color', values: { 'nodes/box/visible': false } } },
});

/** Values that a document while it is edited may hold, but no stored one. */
const HOSTILE = {
  'nodes/row/props.count': 1e9,
  'nodes/box/kind': 'sphere',
  'nodes/box/parent': 'row',
  'nodes/box/props.size': null,
  'nodes/gone/visible': false,
  'nodes/constructor/visible': false,
  'no path': 1,
};

it('leaves out values that do not fit, and shares what loses none', () => {
  const own = { 'nodes/box/position': [1, 2, 3] };
  const bad = { ...plain.choices.good, option: 'color', values: { ...HOSTILE, ...own } };
  const scene = parseDocument({ ...plain, choices: { ...plain.choices, bad: { ...bad, values: {} } } });
  Object.assign(scene.choices.bad ?? {}, { values: bad.values });
  const fitting = onlyFitting(scene);
  expect(fitting.choices.bad?.values).toEqual(own);
  expect(fitting.choices.good).toBe(scene.choices.good);
  expect(fitting.nodes).toBe(scene.nodes);
  expect(onlyFitting(fitting).choices).toBe(fitting.choices);
});
