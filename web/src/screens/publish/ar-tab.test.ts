import { expect, it } from 'vitest';
import { outputCostOf } from './ar-tab.tsx';

const output = {
  status: 'completed',
  stats: { triangles: 12, drawCalls: 1, textures: 2, dropped: 3 },
  bytes: { glb: 10, glbMobile: 8, glbAr: 9, usdz: 20 },
} as const;
const now = { inSyncWithScene: true };

it('knows what a scene costs that was made as it is now', () => {
  expect(outputCostOf(now, output)).toEqual({ triangles: 12, drawCalls: 1, textures: 2, bytes: 20 });
});

it('does not take what was made of an earlier state, or is not there yet, for what the scene is', () => {
  expect([
    outputCostOf({ inSyncWithScene: false }, output),
    outputCostOf(now, { ...output, status: 'running' }),
    outputCostOf(now, { ...output, stats: null }),
    outputCostOf(now, null),
  ]).toEqual([null, null, null, null]);
});
