import { expect, it } from 'vitest';
import { parseDocument } from './document.ts';
import { type Fitted, fitNext, onlyFitting } from './fitting-values.ts';
import { noChange } from './scene-change.ts';

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

it('onlyFitting omits values that do not fit and shares unaffected parts', () => {
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

it('fitNext checks values again when their set or a target node changes', () => {
  const own = { 'nodes/box/position': [1, 2, 3], 'nodes/row/props.count': 1e9 };
  const edited = { ...plain, choices: { good: { ...plain.choices.good, values: own } } } as typeof plain;
  const fitting = fitNext(null, edited);
  const before = { edited, fitting };
  expect(fitting.choices.good?.values).toEqual({ 'nodes/box/position': [1, 2, 3] });
  const { box } = edited.nodes;
  expect(box).toBeDefined();
  const changed = (nodes: object, touched: string) =>
    fitNext(
      before,
      { ...edited, nodes: { ...edited.nodes, ...nodes } },
      { ...noChange(), scene: false, nodes: new Set([touched]) },
    );
  const moved = changed({ box: { ...box, position: [4, 5, 6] } }, 'box');
  expect(moved.choices).toBe(fitting.choices);
  expect(moved.nodes.box?.position).toEqual([4, 5, 6]);
  // A path of a node of another kind has no such field.
  const replaced = changed({ row: { ...box, kind: 'box' } }, 'row');
  expect(replaced.choices).not.toBe(fitting.choices);
  const others = { ...edited, choices: { good: { ...plain.choices.good, values: {} } } } as typeof plain;
  const next = fitNext(before, others, { ...noChange(), scene: false, choices: new Set(['good']) });
  expect(next.choices.good?.values).toEqual({});
});

it('fitNext keeps omitting invalid overrides while other nodes are edited', () => {
  const values = { 'nodes/box/position': 5, 'nodes/box/visible': false };
  const edited = parseDocument({
    nodes: {
      parts: { kind: 'component' },
      box: { kind: 'box', parent: 'parts' },
      copy: { kind: 'instance', props: { component: 'parts', values } },
      ball: { kind: 'sphere' },
    },
  });
  const shown = { 'nodes/box/visible': false };
  let last: Fitted = { edited, fitting: fitNext(null, edited) };
  expect(last.fitting.nodes.copy?.props).toHaveProperty('values', shown);
  for (const name of ['One', 'Two']) {
    const { ball } = last.edited.nodes;
    const nodes = { ...last.edited.nodes, ...(ball && { ball: { ...ball, name } }) };
    const next = { ...last.edited, nodes };
    const change = { ...noChange(), scene: false, nodes: new Set(['ball']) };
    last = { edited: next, fitting: fitNext(last, next, change) };
    expect(last.fitting.nodes.ball?.name).toBe(name);
    expect(last.fitting.nodes.copy?.props).toHaveProperty('values', shown);
  }
});
