import { parseDocument } from '@diorama/shared/scene/document.ts';
import { nodeDefs } from '@diorama/shared/scene/nodes/index.ts';
import { REPEAT_PATTERNS } from '@diorama/shared/scene/nodes/repeat/limits.ts';
import fc from 'fast-check';
import { MODEL } from './drawn-scene.ts';

export const length = fc.double({ min: 0.05, max: 5, noNaN: true });
export const coordinate = fc.double({ min: -10, max: 10, noNaN: true });
const place = fc.tuple(coordinate, coordinate);
export const size = fc.tuple(length, length, length);
export const turn = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .map((turned) => (turned.every((one) => one === 0) ? [0, 0, 0, 1] : turned))
  .map((turned) => turned.map((one) => one / Math.hypot(...turned)));
const factor = fc.oneof(fc.constantFrom(1, -1), fc.double({ min: 0.2, max: 3, noNaN: true }));

/** One of the first nodes, of any kind. */
const reference = fc.nat({ max: 7 }).map((at) => `n${at}`);

/** Properties that are not the defaults, by node kind. */
const props: Record<string, fc.Arbitrary<object>> = {
  box: fc.record({ size }),
  sphere: fc.record({ radius: length, sides: fc.integer({ min: 3, max: 40 }) }),
  cylinder: fc.record({ radius: length, height: length, sides: fc.integer({ min: 3, max: 40 }) }),
  cone: fc.record({ radius: length, topRadius: fc.oneof(fc.constant(0), length), height: length }),
  torus: fc.record({ radius: length, tube: length }),
  capsule: fc.record({ radius: length, height: length }),
  pyramid: fc.record({ size }),
  ring: fc.record({ innerRadius: length, outerRadius: length }),
  stairs: fc.record({ width: length, rise: length, run: length, steps: fc.integer({ min: 1, max: 20 }) }),
  roundedBox: fc.record({ size, radius: length }),
  path: fc.record({
    points: fc.array(place, { maxLength: 8 }),
    closed: fc.boolean(),
    depth: length,
    bevel: fc.oneof(fc.constant(0), length),
  }),
  text: fc.record({
    text: fc.constantFrom('Text', '', 'A\nB', 'ñandú Ω', '🙂', 'مرحبا'),
    depth: fc.oneof(fc.constant(0), length),
    bevel: fc.oneof(fc.constant(0), length),
  }),
  wall: fc.record({
    start: place,
    end: place,
    height: length,
    thickness: length,
    justification: fc.constantFrom('center', 'left', 'right'),
    curve: fc.oneof(fc.constant(0), coordinate),
  }),
  opening: fc.record({
    type: fc.constantFrom('door', 'window', 'hole'),
    offset: coordinate,
    width: length,
    height: length,
    sill: length,
    open: fc.integer({ min: 0, max: 120 }),
    flipped: fc.boolean(),
  }),
  model: fc.constant({ asset: MODEL }),
  instance: fc.record({
    component: reference,
    values: fc.dictionary(
      fc.nat({ max: 13 }).map((at) => `nodes/n${at}/visible`),
      fc.boolean(),
      { maxKeys: 2 },
    ),
  }),
  repeat: fc.record({
    pattern: fc.constantFrom(...REPEAT_PATTERNS),
    count: fc.integer({ min: 1, max: 7 }),
    counts: fc.tuple(fc.constant(2), fc.constantFrom(1, 2), fc.constantFrom(1, 3)),
    axis: fc.constantFrom('x', 'y', 'z'),
    angle: fc.double({ min: -6, max: 6, noNaN: true }),
    path: reference,
    surface: reference,
    maxSlope: fc.constantFrom(1, 3.1),
    turns: fc.boolean(),
    jitterPosition: size,
    jitterRotation: fc.constantFrom([0, 0, 0], [0, 3, 1]),
    jitterScale: fc.constantFrom(0, 0.5),
  }),
};

/** Every kind, and repeats with a source and instances of a component more often. */
const kinds = fc.oneof(
  { arbitrary: fc.constantFrom(...nodeDefs.map((def) => def.kind)), weight: 2 },
  { arbitrary: fc.constantFrom('repeat' as const, 'box' as const), weight: 1 },
  { arbitrary: fc.constantFrom('component' as const, 'instance' as const, 'box' as const), weight: 1 },
);

const node = kinds.chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    /** Index of its parent among the earlier nodes. */
    parent: fc.option(fc.nat(), { freq: 2 }),
    visible: fc.integer({ min: 0, max: 9 }).map((die) => die > 0),
    position: fc.tuple(coordinate, coordinate, coordinate),
    rotation: turn,
    scale: fc.tuple(factor, factor, factor),
    material: fc.constantFrom(null, 'glass', 'paper'),
    props: props[kind] ?? fc.constant({}),
  }),
);

const MATERIALS = { glass: { opacity: 0.5, alphaMode: 'blend' }, paper: { doubleSided: true } };

/** Scenes of up to 14 nodes of any kinds, in each other, turned, stretched and mirrored. */
export const randomScenes = fc.array(node, { minLength: 1, maxLength: 14 }).map((nodes) =>
  parseDocument({
    materials: MATERIALS,
    nodes: Object.fromEntries(
      nodes.map(({ parent, ...one }, at) => [
        `n${at}`,
        { ...one, parent: parent === null || at === 0 ? null : `n${parent % at}` },
      ]),
    ),
  }),
);
