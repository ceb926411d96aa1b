import fc from 'fast-check';
import { parseDocument, type SceneDocument } from '../document.ts';
import { nodeDefs } from '../nodes/index.ts';

/** The sound of random documents. */
export const ANY_SOUND = '/api/assets/0199aaaa-0000-7000-8000-000000000001';

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'Constructor', 'Node_1-x');
const small = fc.integer({ min: -50, max: 50 }).map((n) => n / 10);
const point = fc.tuple(small, small, small);
const hex = fc.constantFrom('#ff0000', '#00ff00', '#c9ccd3');

const anyNode = fc.record(
  {
    kind: fc.constantFrom(...nodeDefs.map(({ kind }) => kind)),
    parent: fc.option(id),
    index: fc.constantFrom('a0', 'a1', 'Zz', 'a0V'),
    name: fc.string({ maxLength: 8 }),
    visible: fc.boolean(),
    position: point,
    scale: point,
    material: fc.option(id),
  },
  { requiredKeys: ['kind'] },
);

const material = fc.record(
  {
    color: hex,
    roughness: fc.constantFrom(0, 0.5, 1),
    maps: fc.record({ normal: fc.constantFrom(null, '/api/assets/1') }),
    uv: fc.record({ repeat: fc.tuple(small, small) }),
    advanced: fc.record({ clearcoat: fc.constantFrom(0, 1) }),
  },
  { requiredKeys: [] },
);

const values = fc
  .array(
    fc.oneof(
      fc.tuple(
        id.map((one) => `nodes/${one}/visible`),
        fc.boolean(),
      ),
      fc.tuple(
        id.map((one) => `nodes/${one}/position`),
        point,
      ),
      fc.tuple(
        id.map((one) => `nodes/${one}/material`),
        fc.option(id),
      ),
      fc.tuple(
        id.map((one) => `nodes/${one}/props.size`),
        point,
      ),
      fc.tuple(
        id.map((one) => `materials/${one}/color`),
        hex,
      ),
      fc.tuple(fc.constant('scene/camera.fov'), fc.constantFrom(20, 60, 'wide')),
    ),
    { maxLength: 5 },
  )
  .map((pairs) => Object.fromEntries(pairs));

/** An instance of a component that may exist, with overrides that may fit. */
const instance = fc.record(
  {
    kind: fc.constant('instance'),
    parent: fc.option(id),
    props: fc.record({ component: fc.option(id), values }),
  },
  { requiredKeys: ['kind', 'props'] },
);

const component = fc.record({ kind: fc.constant('component'), parent: fc.option(id, { freq: 1 }) });

const node = fc.oneof({ weight: 5, arbitrary: anyNode }, instance, component);

const choice = fc.record(
  {
    option: fc.option(id),
    name: fc.string({ maxLength: 8 }),
    index: fc.constantFrom('a0', 'a1', 'Zz'),
    color: fc.option(hex),
    sku: fc.constantFrom('', 'OAK'),
    price: fc.constantFrom('', '€ 100', '+ € 5'),
    requires: fc.array(id, { maxLength: 2 }),
    excludes: fc.array(id, { maxLength: 2 }),
    values,
  },
  { requiredKeys: [] },
);

const action = fc.oneof(
  fc.record({
    kind: fc.constant('state'),
    state: fc.option(id),
    seconds: fc.constantFrom(0, 1, 60),
    easing: fc.constantFrom('linear', 'out'),
    toggles: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('show'), node: fc.option(id), mode: fc.constantFrom('toggle', 'on') }),
  fc.record({ kind: fc.constant('timeline'), timeline: fc.option(id), mode: fc.constantFrom('on', 'off') }),
  fc.record({ kind: fc.constant('link'), url: fc.constantFrom(null, 'https://example.com/') }),
  fc.record({
    kind: fc.constant('sound'),
    sound: fc.constantFrom(null, ANY_SOUND),
    mode: fc.constantFrom('on', 'off'),
    loop: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('message'), text: fc.string({ maxLength: 8 }) }),
);

const interaction = fc.record(
  {
    name: fc.string({ maxLength: 8 }),
    node: fc.option(id),
    event: fc.constantFrom('click', 'hover', 'start', 'delay', 'scroll', 'annotation'),
    seconds: fc.constantFrom(0, 600),
    position: fc.constantFrom(0, 0.5, 1),
    actions: fc.array(action, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const motion = fc.record(
  { node: fc.option(id), kind: fc.constantFrom('spin', 'float', 'look'), axis: fc.constantFrom('x', 'y') },
  { requiredKeys: [] },
);

const timeline = fc.record(
  {
    name: fc.string({ maxLength: 8 }),
    duration: fc.constantFrom(0.1, 4, 600),
    loop: fc.boolean(),
    plays: fc.boolean(),
  },
  { requiredKeys: [] },
);

const key = fc.record(
  {
    timeline: fc.option(id),
    time: fc.constantFrom(0, 0.5, 1, 2, 600),
    easing: fc.constantFrom('linear', 'in', 'inOut', 'step'),
    values,
  },
  { requiredKeys: [] },
);

const translation = fc.record(
  {
    original: fc.boolean(),
    title: fc.string({ maxLength: 8 }),
    values: fc
      .array(
        fc.tuple(id, fc.constantFrom('name', 'description', 'props.text'), fc.string({ maxLength: 8 })),
        { maxLength: 4 },
      )
      .map((texts) =>
        Object.fromEntries(texts.map(([node, field, text]) => [`nodes/${node}/${field}`, text])),
      ),
  },
  { requiredKeys: [] },
);

/** Random valid scenes with nodes of all kinds. */
export const anyDocument: fc.Arbitrary<SceneDocument> = fc
  .record({
    unit: fc.constantFrom('m', 'cm', 'feet'),
    environment: fc.record({
      intensity: fc.constantFrom(0, 1, 2),
      fog: fc.record({ enabled: fc.boolean() }),
    }),
    camera: fc.record({ position: point }),
    materials: fc.dictionary(id, material, { maxKeys: 4 }),
    options: fc.dictionary(id, fc.record({ name: fc.string({ maxLength: 8 }) }), { maxKeys: 3 }),
    choices: fc.dictionary(id, choice, { maxKeys: 5 }),
    states: fc.dictionary(id, fc.record({ name: fc.string({ maxLength: 8 }), values }), { maxKeys: 3 }),
    interactions: fc.dictionary(id, interaction, { maxKeys: 3 }),
    motions: fc.dictionary(id, motion, { maxKeys: 2 }),
    timelines: fc.dictionary(id, timeline, { maxKeys: 2 }),
    keys: fc.dictionary(id, key, { maxKeys: 6 }),
    translations: fc.dictionary(fc.constantFrom('en', 'es', 'pt-BR'), translation, { maxKeys: 3 }),
    nodes: fc.dictionary(id, node, { maxKeys: 6 }),
  })
  .map(parseDocument);
