import { expandDocument } from '@diorama/shared/scene/copies/expansion.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { withValues } from '@diorama/shared/scene/field-values.ts';
import { fitsNode } from '@diorama/shared/scene/fits-field.ts';
import {
  commonLength,
  curveCost,
  fileMovements,
  MAX_MOVEMENT_COST,
  stepCount,
  stepTimes,
} from '@diorama/shared/scene/interactions/file-movements.ts';
import { motionsOf, motionsShown } from '@diorama/shared/scene/interactions/interactions.ts';
import { motionValues } from '@diorama/shared/scene/interactions/motion-values.ts';
import { timeOf, tracksOf, trackValues } from '@diorama/shared/scene/interactions/timelines.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
import type { Document } from '@gltf-transform/core';
import fc from 'fast-check';
import { Quaternion, Vector3 } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildGltf } from '../build-gltf.ts';
import { createGltfIo, type GltfIo } from '../gltf-io.ts';
import { AnimatedNodes } from '../usd/curves.ts';
import { writeUsdz } from '../write-usdz.ts';
import { writeVariants } from '../write-variants.ts';
import { motionCurves, repeatCurve } from './motion-curves.ts';

let io: GltfIo;
beforeAll(async () => {
  io = await createGltfIo();
});

/** Largest difference of a value; animations are thinned, and eased ones are sampled. */
const CLOSE = 2e-2;

const BOXES = {
  a: { kind: 'box', name: 'A', position: [1, 0, 0], rotation: [0, 0.6, 0, 0.8] },
  b: { kind: 'box', name: 'B', parent: 'a', scale: [2, 1, 1] },
};

/** The poses of the animation that plays in a file. */
function posesOf(document: Document) {
  const animated = new AnimatedNodes(document.getRoot().listAnimations()[0] ?? null);
  const node = (name: string) => {
    const found = document
      .getRoot()
      .listNodes()
      .find((one) => one.getName() === name);
    if (!found) {
      throw new Error(`no node ${name}`);
    }
    return found;
  };
  // Nodes that do not move may have other transforms here, as their meshes are packed.
  const curve = (name: string, path: 'translation' | 'rotation' | 'scale', at: number) =>
    animated.curve(node(name), path)?.at(at) ?? null;
  return { animated, curve };
}

/** The three files of a scene, read back; the validator checks each. */
async function written(scene: ReturnType<typeof parseDocument>) {
  const built = await buildGltf(shownDocument(scene), new Map(), io);
  const { glb, mobile, plain } = await writeVariants(built.document, { io, purpose: 'scene' });
  const files = [glb, mobile, ...(plain ? [plain] : [])];
  return { built, files: await Promise.all(files.map((bytes) => io.readGlb(bytes))) };
}

const STILL = [0, 0, 0, 1];
const quaternion = (parts: unknown) =>
  new Quaternion(...(parts as [number, number, number, number])).normalize();

function expectClose(actual: readonly number[], expected: readonly number[]): void {
  expect(Math.max(...actual.map((value, i) => Math.abs(value - (expected[i] ?? 0))))).toBeLessThan(CLOSE);
}

const number = fc.integer({ min: -40, max: 40 }).map((n) => n / 10);
const turn = fc
  .tuple(number, number, number, number)
  .map((parts) => new Quaternion(...parts).normalize().toArray())
  .filter((parts) => parts.every(Number.isFinite) && Math.hypot(...parts) > 0.5);
const key = fc.record({
  time: fc.constantFrom(0, 0.5, 1, 1.7, 3, 9),
  easing: fc.constantFrom('linear', 'in', 'out', 'inOut', 'step'),
  values: fc.record(
    {
      'nodes/a/position': fc.tuple(number, number, number),
      'nodes/b/rotation': turn,
      'nodes/b/scale': fc.tuple(fc.constantFrom(0.5, 2), fc.constantFrom(1, 3), fc.constantFrom(1, 0)),
      'nodes/a/visible': fc.constant(false),
      'nodes/gone/position': fc.tuple(number, number, number),
    },
    { requiredKeys: [] },
  ),
});

describe('timelines in GLB files', () => {
  it('have the same poses as the viewer at any time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(key, { maxLength: 5 }), async (keys) => {
        const document = parseDocument({
          nodes: BOXES,
          timelines: { t: { duration: 4, plays: true } },
          keys: Object.fromEntries(keys.map((one, i) => [`k${i}`, { ...one, timeline: 't' }])),
        });
        const { files } = await written(document);
        for (const file of files) {
          const poses = posesOf(file);
          for (const seconds of [0, 0.3, 0.5, 0.99, 1.2, 2.5, 3.99]) {
            const values = trackValues(document, tracksOf(document, 't'), seconds);
            const position = (values['nodes/a/position'] as number[]) ?? BOXES.a.position;
            expectClose(poses.curve('A', 'translation', seconds) ?? BOXES.a.position, position);
            const scale = (values['nodes/b/scale'] as number[]) ?? BOXES.b.scale;
            expectClose(poses.curve('B', 'scale', seconds) ?? BOXES.b.scale, scale);
            const [shown, read] = [
              values['nodes/b/rotation'] ?? STILL,
              poses.curve('B', 'rotation', seconds) ?? STILL,
            ].map(quaternion);
            expect(shown?.angleTo(read ?? shown)).toBeLessThan(0.06);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('are named animations, with the playing ones combined into the first', async () => {
    const document = parseDocument({
      nodes: BOXES,
      motions: { spin: { node: 'b', seconds: 2 } },
      timelines: {
        open: { name: 'Open', index: 'a1' },
        fly: { name: 'Fly', plays: true, duration: 3, loop: true },
      },
      keys: {
        o: { timeline: 'open', time: 1, values: { 'nodes/a/position': [5, 0, 0] } },
        f: { timeline: 'fly', time: 3, easing: 'linear', values: { 'nodes/a/position': [1, 3, 0] } },
      },
    });
    const { built, files } = await written(document);
    for (const file of files) {
      const names = file
        .getRoot()
        .listAnimations()
        .map((one) => one.getName());
      expect(names).toEqual(['Scene', 'Motion', 'Fly', 'Open']);
      // Both loops begin together every six seconds.
      const poses = posesOf(file);
      expect(poses.animated.endSeconds).toBeCloseTo(6, 3);
      for (const seconds of [0, 0.5, 1.9, 2.9, 3.5, 5.5]) {
        expectClose(poses.curve('A', 'translation', seconds) ?? [], [
          1,
          timeOf({ duration: 3, loop: true }, seconds),
          0,
        ]);
        const { motions, nodes } = document;
        const values = motionValues(document, {
          ...{ motions: motionsOf({ motions, nodes }), seconds, isReduced: false },
          ...{ eye: new Vector3(), worldOf: () => undefined },
        });
        const [shown, read] = [
          values['nodes/b/rotation'],
          poses.curve('B', 'rotation', seconds) ?? STILL,
        ].map(quaternion);
        expect(shown?.angleTo(read ?? shown)).toBeLessThan(0.02);
      }
    }
    expect(built.playing?.getName()).toBe('Scene');
    expect(built.stillClips).toBe(1);
  });

  it('are omitted on hidden nodes, as are motions toward the camera', async () => {
    const { built } = await written(
      parseDocument({
        nodes: { ...BOXES, c: { kind: 'box', visible: false } },
        motions: { look: { node: 'a', kind: 'look' }, spin: { node: 'c' } },
        timelines: { t: { plays: true } },
        keys: { k: { timeline: 't', time: 1, values: { 'nodes/c/position': [1, 1, 1] } } },
      }),
    );
    expect(built.document.getRoot().listAnimations()).toEqual([]);
  });

  it('move a node among equal nodes that could be instances', async () => {
    const boxes = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`n${i}`, { kind: 'box', name: `N${i}`, position: [i, 0, 0] }]),
    );
    const { files } = await written(
      parseDocument({
        nodes: boxes,
        motions: { float: { node: 'n7', kind: 'float', seconds: 4, distance: 1 } },
      }),
    );
    for (const file of files) {
      expectClose(posesOf(file).curve('N7', 'translation', 1) ?? [], [7, 1, 0]);
    }
  });

  it('move the copies of components and repeats like the viewer', async () => {
    const step = { pattern: 'path', path: 'way', count: 3 };
    const document = parseDocument({
      nodes: {
        cabinet: { kind: 'component' },
        door: { kind: 'box', name: 'Door', parent: 'cabinet', position: [0, 1, 0] },
        one: { kind: 'instance', props: { component: 'cabinet' } },
        two: {
          kind: 'instance',
          props: {
            component: 'cabinet',
            values: { 'nodes/door/name': 'Own', 'nodes/door/position': [9, 1, 0] },
          },
        },
        way: {
          kind: 'path',
          visible: false,
          props: {
            points: [
              [0, 0],
              [2, 1],
              [4, 4],
            ],
          },
        },
        row: { kind: 'repeat', scale: [2, 2, 2], props: step },
        post: { kind: 'box', name: 'Post', parent: 'row', visible: false, position: [0, 0.5, 0] },
      },
      motions: {
        spin: { node: 'door', seconds: 4 },
        float: { node: 'post', kind: 'float', seconds: 4, distance: 1 },
      },
      timelines: { t: { duration: 4, plays: true } },
      keys: {
        k: { timeline: 't', time: 2, easing: 'linear', values: { 'nodes/door/position': [0, 3, 0] } },
        l: { timeline: 't', time: 2, easing: 'linear', values: { 'nodes/post/scale': [1, 3, 1] } },
      },
    });
    const { files } = await written(document);
    for (const file of files) {
      const { curve } = posesOf(file);
      expectClose(curve('Door', 'translation', 1) ?? [], [0, 2, 0]);
      expect(curve('Own', 'translation', 1)).toBeNull();
      for (const name of ['Door', 'Own']) {
        const turned = quaternion(curve(name, 'rotation', 1));
        expect(turned.angleTo(new Quaternion())).toBeCloseTo(Math.PI / 2, 1);
      }
    }
    const shown = shownDocument(document);
    const sets = motionCurves(shown);
    const at = (seconds: number) => {
      const steps = trackValues(document, tracksOf(document, 't'), seconds);
      const moved = withValues(document, [steps]);
      const values = motionValues(moved, {
        ...{ motions: motionsShown(document, shown), shown, seconds, isReduced: false },
        ...{ eye: new Vector3(), worldOf: () => undefined },
      });
      return shownDocument(withValues(moved, [values])).nodes;
    };
    for (const seconds of [0, 0.7, 1.5]) {
      for (const copy of ['row:1:post', 'row:2:post', 'row:3:post']) {
        const curveOf = (path: string) =>
          sets.flatMap(({ curves }) => curves).find((one) => one.node === copy && one.path === path);
        expectClose(curveOf('translation')?.at(seconds) ?? [], at(seconds)[copy]?.position ?? [NaN]);
        expectClose(curveOf('scale')?.at(seconds) ?? [], at(seconds)[copy]?.scale ?? [NaN]);
      }
    }
  });

  it('play in USDZ files', async () => {
    const make = async (members: object) => {
      const built = await buildGltf(
        shownDocument(parseDocument({ nodes: BOXES, ...members })),
        new Map(),
        io,
      );
      const { playing } = built;
      return await writeUsdz(built.document, { arPlacement: 'floor', playing });
    };
    const still = await make({});
    const moving = await make({ motions: { float: { node: 'b', kind: 'float' } } });
    // A file with time samples has a timeline and a curve more.
    expect(moving.bytes.length).toBeGreaterThan(still.bytes.length + 200);
  });
});

describe('curves', () => {
  it('repeat until a time, and hold a value before a jump', () => {
    const at = (seconds: number) => [seconds];
    const { times, values } = repeatCurve({ times: [0, 2], at }, { duration: 2, loop: true }, 5);
    expect(times).toEqual([0, 1.999, 2, 3.999, 4, 5]);
    expect(values.flat()).toEqual([0, 2, 0, 2, 0, 1]);
  });

  it('have a common length of at most a minute', () => {
    const loop = (duration: number) => ({ duration, loop: true });
    expect(commonLength([loop(4), loop(6)])).toBe(12);
    expect(commonLength([loop(7.9), loop(9.7)])).toBe(9.7);
    expect(commonLength([loop(4), { duration: 5, loop: false }])).toBe(8);
    expect(commonLength([])).toBe(0);
    const primes = Array.from({ length: 300 }, (_, i) => i + 2).filter((n) =>
      Array.from({ length: n - 2 }, (_, i) => i + 2).every((by) => n % by > 0),
    );
    expect(commonLength(primes.map((tenths) => loop(tenths / 10)))).toBe(29.3);
  });
});

describe('the movements of a file', () => {
  const eased = { time: 4, values: { 'nodes/a/position': [0, 1, 0] } };
  const many = (count: number, row: (i: number) => object) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`r${i}`, row(i)]));
  /** Timelines and motions of a node within 1,000 copies. */
  const crowd = (holder: 'repeat' | 'component', timelines: number, motions = 0) => {
    const repeat = {
      holder: { kind: 'repeat', props: { pattern: 'linear', count: 1_001, step: [2, 0, 0] } },
    };
    const instances = many(1_000, () => ({ kind: 'instance', props: { component: 'holder' } }));
    const boxes = many(motions, () => ({ kind: 'box', parent: 'holder' }));
    const held = Object.fromEntries(Object.entries(boxes).map(([id, node]) => [`n${id}`, node]));
    return parseDocument({
      nodes: {
        ...(holder === 'repeat' ? repeat : { holder: { kind: 'component' }, ...instances }),
        ...{ a: { kind: 'box', parent: 'holder' }, ...held },
      },
      timelines: many(timelines, (i) => ({ duration: 4, loop: true, plays: i % 2 === 0 })),
      keys: Object.fromEntries(
        Array.from({ length: timelines }, (_, i) => [`k${i}`, { ...eased, timeline: `r${i}` }]),
      ),
      motions: many(motions, (i) => ({ node: `nr${i}`, kind: 'float', seconds: 4 })),
    });
  };
  const measured = (scene: ReturnType<typeof parseDocument>) => {
    const { document: expanded } = expandDocument(scene, { fits: fitsNode });
    const sets = motionCurves(shownDocument(scene));
    const seconds = commonLength(sets.filter(({ plays }) => plays));
    const costs = sets.flatMap((set) => set.curves.map(({ times }) => curveCost(times.length, set, seconds)));
    return {
      isLimited: fileMovements(scene, expanded).isLimited,
      cost: costs.reduce((sum, cost) => sum + cost, 0),
      curves: costs.length,
    };
  };

  it.each(['repeat', 'component'] as const)(
    'share one limit for all timelines and copies of a %s',
    (holder) => {
      const few = measured(crowd(holder, 2));
      expect(few.curves).toBe(holder === 'repeat' ? 2 * 1_001 : 2 * 1_000);
      expect(few.isLimited).toBe(false);
      const all = measured(crowd(holder, 100));
      expect(all.isLimited).toBe(true);
      expect(all.cost).toBeLessThanOrEqual(MAX_MOVEMENT_COST);
      expect(all.cost).toBeGreaterThan(0.9 * MAX_MOVEMENT_COST);
    },
  );

  it('have the same limit for motions', () => {
    const all = measured(crowd('component', 0, 40));
    expect(all.isLimited).toBe(true);
    expect(all.cost).toBeLessThanOrEqual(MAX_MOVEMENT_COST);
  });

  it('have at most the number of steps counted in advance', () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 6 }), fc.constantFrom(0.1, 2, 600), (keys, duration) => {
        const sorted = keys.toSorted((a, b) => a.time - b.time);
        const steps = sorted.map((one) => ({
          time: one.time,
          easing: one.easing as 'linear' | 'inOut' | 'step',
        }));
        expect(stepTimes(steps, duration).length).toBeLessThanOrEqual(stepCount(steps, duration));
      }),
    );
    const way = [{ time: 600, easing: 'inOut' as const }];
    expect(stepTimes(way, 600).length).toBeLessThan(130);
  });
});
