import { describe, expect, it } from 'vitest';
import { expandDocument } from '../scene/copies/expansion.ts';
import { parseDocument } from '../scene/document.ts';
import { estimateArCost } from './ar-estimate.ts';
import { type ArCost, evaluateArReadiness } from './ar-readiness.ts';

const LOW_COST: ArCost = { triangles: 1_000, drawCalls: 4, textures: 2, bytes: 400_000 };
const box = { kind: 'box', material: 'a', props: {} };
const sceneOf = (more: object = {}) => parseDocument({ nodes: { box }, materials: { a: {} }, ...more });

describe('the AR readiness of a scene', () => {
  it('is 100 for a small scene', () => {
    expect(evaluateArReadiness(sceneOf(), LOW_COST)).toMatchObject({
      score: 100,
      verdict: 'ready',
      burdens: [],
    });
  });

  it('decreases with the cost for phones and never increases', () => {
    const scores = [1e5, 3e5, 6e5, 2e6, 1e9].map(
      (triangles) => evaluateArReadiness(sceneOf(), { ...LOW_COST, triangles }).score,
    );
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const heavy = evaluateArReadiness(sceneOf(), { ...LOW_COST, triangles: 2e6, bytes: 90e6 });
    expect(heavy.verdict).toBe('tooHeavy');
    expect(heavy.burdens).toEqual([
      { burden: 'triangles', isSevere: true },
      { burden: 'bytes', isSevere: true },
    ]);
  });

  it('is 0 for a scene without anything to place', () => {
    const lamp = parseDocument({ nodes: { lamp: { kind: 'pointLight', props: {} } } });
    expect(evaluateArReadiness(lamp, LOW_COST)).toMatchObject({
      score: 0,
      burdens: [{ burden: 'empty', isSevere: true }],
      losses: expect.arrayContaining(['lights']),
    });
  });

  it('includes the materials in the slots of models', () => {
    const { losses } = evaluateArReadiness(
      parseDocument({
        nodes: { car: { kind: 'model', props: { asset: null, materials: { Glass: 'a', Paint: 'b' } } } },
        materials: { a: { advanced: { transmission: 1 } }, b: { advanced: { iridescence: 1 } } },
      }),
      LOW_COST,
    );
    expect(losses).toEqual(expect.arrayContaining(['glass', 'coats']));
  });

  it('lists content that will be missing, and nothing that the scene does not have', () => {
    const bare = sceneOf({
      environment: { background: { kind: 'transparent' }, ground: { kind: 'none' } },
      effects: { enabled: false },
    });
    expect(evaluateArReadiness(bare, LOW_COST).losses).toEqual([]);
    const rich = sceneOf({
      nodes: {
        box,
        note: { kind: 'annotation', props: { text: 'Hi' } },
        width: { kind: 'measure' },
        gone: { kind: 'sunLight', visible: false, props: {} },
      },
      motions: { turn: { node: 'box', kind: 'look' } },
      interactions: { x: { actions: [{ kind: 'sound', sound: '/api/assets/bell' }] } },
      timelines: { t: { plays: true } },
      keys: { k: { timeline: 't', values: { 'nodes/box/visible': false } } },
      materials: {
        a: { advanced: { transmission: 1, sheen: 0.5 } },
        unused: { advanced: { iridescence: 1 } },
      },
      environment: { fog: { enabled: true } },
      effects: { enabled: true },
    });
    const { losses } = evaluateArReadiness(rich, LOW_COST);
    expect(losses).toEqual(
      expect.arrayContaining([
        ...['annotations', 'measures', 'fog', 'effects', 'glass', 'coats'],
        ...['interactions', 'sounds', 'timelines'],
      ]),
    );
    expect(losses).not.toContain('lights');
    const moving = sceneOf({
      nodes: { box },
      motions: { turn: { node: 'box' } },
      timelines: { t: { plays: true } },
      keys: { k: { timeline: 't', values: { 'nodes/box/position': [1, 0, 0] } } },
    });
    expect(evaluateArReadiness(moving, LOW_COST).losses).not.toContain('timelines');
    expect(evaluateArReadiness(moving, LOW_COST).losses).not.toContain('interactions');
    const sunny = sceneOf({ environment: { hdri: '/api/assets/sky', sunShadow: true } });
    expect(evaluateArReadiness(sunny, LOW_COST).losses).toContain('lights');
  });
});

it('AR readiness reports missing copies and counts the others', () => {
  const instances = Object.fromEntries(
    Array.from({ length: 4 }, (_, i) => [`i${i}`, { kind: 'instance', props: { component: 'c' } }]),
  );
  const document = parseDocument({
    nodes: { c: { kind: 'component' }, ball: { kind: 'sphere', parent: 'c' }, ...instances },
  });
  const reportOf = (limit: number) => {
    const expanded = expandDocument(document, { limit });
    const cost = estimateArCost(expanded.document, () => undefined);
    return { cost, ...evaluateArReadiness(expanded.document, cost, expanded.isLimited ? ['copies'] : []) };
  };
  const [whole, limited] = [reportOf(4), reportOf(2)];
  expect([whole.losses.includes('copies'), limited.losses.includes('copies')]).toEqual([false, true]);
  expect(whole.cost.triangles).toBe(2 * limited.cost.triangles);
  expect(whole.burdens).toEqual([]);
});
