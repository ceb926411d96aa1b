import { evaluateArReadiness } from '@diorama/shared/domain/ar-readiness.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { expect, it } from 'vitest';
import { arDocumentOf } from './ar-document.ts';
import { outputCostOf } from './ar-tab.tsx';

const output = {
  status: 'completed',
  stats: { triangles: 12, drawCalls: 1, textures: 2, dropped: 3 },
  bytes: { glb: 10, glbMobile: 8, glbAr: 9, usdz: 20 },
} as const;
const now = { inSyncWithScene: true };

it('outputCostOf returns the cost of an up-to-date output', () => {
  expect(outputCostOf(now, output)).toEqual({ triangles: 12, drawCalls: 1, textures: 2, bytes: 20 });
});

it('outputCostOf returns null for an outdated, unfinished or missing output', () => {
  expect([
    outputCostOf({ inSyncWithScene: false }, output),
    outputCostOf(now, { ...output, status: 'running' }),
    outputCostOf(now, { ...output, stats: null }),
    outputCostOf(now, null),
  ]).toEqual([null, null, null, null]);
});

const sized = (size: number) => ({ uv: { size }, maps: { color: '/api/assets/grain' } });
const CHAIR = {
  nodes: {
    note: { kind: 'annotation' },
    seat: { kind: 'box', material: 'oak', parent: 'chair' },
    chair: { kind: 'component' },
    one: { kind: 'instance', props: { component: 'chair' } },
  },
  materials: { oak: sized(0.5), pine: sized(0.5), linen: sized(1.2) },
};

/** What AR lacks of a chair with two choices, of which visitors see the first. */
function lossesWith(first: object, second: object): unknown[] {
  const choices = {
    a: { option: 'cover', values: first },
    b: { option: 'cover', index: 'a1', values: second },
  };
  const { document, lost } = arDocumentOf(parseDocument({ ...CHAIR, options: { cover: {} }, choices }));
  const cost = { triangles: 0, drawCalls: 0, textures: 0, bytes: 0 };
  const { losses } = evaluateArReadiness(document, cost, lost);
  return losses.filter((loss) => loss === 'options' || loss === 'annotations');
}

it('the AR losses omit nodes hidden by the default choices', () => {
  const hidden = { 'nodes/note/visible': false };
  expect(lossesWith({}, hidden)).toEqual(['annotations', 'options']);
  expect(lossesWith(hidden, {})).toEqual(['options']);
  expect(lossesWith({ 'nodes/note/visible': 'no' }, {})).toEqual(['annotations']);
});

it('the AR losses include options whose textures differ in size', () => {
  expect(lossesWith({}, { 'nodes/seat/material': 'pine' })).toEqual(['annotations']);
  expect(lossesWith({}, { 'nodes/seat/material': 'linen' })).toEqual(['annotations', 'options']);
});
