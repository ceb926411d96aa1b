import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDocument, parseDocument, type SceneDocument } from '../document.ts';
import { isSameJson } from '../json.ts';
import { ANY_SOUND, anyDocument } from '../test/any-document.ts';
import { linkOf } from './component-closure.ts';
import { COMPONENT_TABLES, type onlyRows } from './component-rows.ts';
import {
  type ComponentContent,
  isChangedSince,
  problemOf,
  readContent,
  toLibrary,
} from './library-component.ts';
import { placeComponent } from './place-component.ts';

const LAMP = '01900000-0000-7000-8000-00000000aaaa';
const BULB = '01900000-0000-7000-8000-00000000bbbb';

/** A lamp that is switched by clicks, swings, glows over time and clicks; and a table beside it. */
const lamps = (more: Record<string, object> = {}): SceneDocument =>
  parseDocument({
    nodes: {
      lamp: { kind: 'component', name: 'Lamp' },
      shade: { kind: 'cone', parent: 'lamp', material: 'glass' },
      socket: { kind: 'instance', parent: 'lamp', props: { component: 'bulb' } },
      bulb: { kind: 'component' },
      glow: { kind: 'sphere', parent: 'bulb' },
      table: { kind: 'box' },
    },
    materials: { glass: {}, gold: { color: '#ffcc00' }, oak: {} },
    states: {
      lit: {
        name: 'Lit',
        values: {
          'nodes/socket::glow/visible': true,
          'nodes/shade/material': 'gold',
          'materials/gold/roughness': 0.2,
          'nodes/gone/visible': false,
        },
      },
      blank: {},
      night: { values: { 'nodes/shade/visible': false, 'scene/environment.exposure': 0.2 } },
      moved: { values: { 'nodes/table/visible': false } },
      ...more.states,
    },
    interactions: {
      click: {
        node: 'shade',
        actions: [
          { kind: 'state', state: 'lit' },
          { kind: 'state', state: 'blank' },
          { kind: 'timeline', timeline: 'swing' },
          { kind: 'show', node: 'glow' },
          { kind: 'show', node: 'gone' },
          { kind: 'sound', sound: ANY_SOUND },
        ],
      },
      start: { event: 'start', actions: [{ kind: 'timeline', timeline: 'swing', mode: 'on' }] },
      both: { node: 'table', actions: [{ kind: 'state', state: 'lit' }] },
      chooses: { node: 'shade', actions: [{ kind: 'choice', choice: 'red' }] },
      elsewhere: { node: 'table', actions: [{ kind: 'state', state: 'moved' }] },
      ...more.interactions,
    },
    motions: { turn: { node: 'shade' }, other: { node: 'table' }, ...more.motions },
    timelines: { swing: { plays: true }, fade: {}, ...more.timelines },
    keys: {
      left: { timeline: 'swing', time: 1, values: { 'nodes/shade/position': [1, 0, 0] } },
      right: { timeline: 'swing', time: 2, values: { 'nodes/shade/position': [0, 0, 0] } },
      out: { timeline: 'fade', values: { 'nodes/shade/visible': false, 'nodes/table/visible': false } },
    },
    options: { color: {} },
    choices: { red: { option: 'color', values: { 'nodes/shade/material': 'oak' } } },
  });

const saved = (document: SceneDocument, component = 'lamp') =>
  readContent(JSON.parse(JSON.stringify(toLibrary(document, component).content)));

function placed<Scene extends SceneDocument>(
  scene: Scene,
  content: ComponentContent,
  version = 1,
  item = LAMP,
) {
  const result = placeComponent(scene, { item, version, content });
  if (!result) {
    throw new Error('There is no component');
  }
  return parseDocument(result.document);
}

const idsIn = (rows: Parameters<typeof onlyRows>[0]) =>
  Object.fromEntries(COMPONENT_TABLES.map((table) => [table, Object.keys(rows[table]).sort()]));

describe('the behavior of a library component', () => {
  it('is saved with the rows and materials that it needs, without unrelated rows', () => {
    const content = saved(lamps());
    expect(problemOf(content, LAMP)).toBeNull();
    expect(idsIn(content)).toEqual({
      states: ['blank', 'lit'],
      interactions: ['click', 'start'],
      motions: ['turn'],
      timelines: ['swing'],
      keys: ['left', 'right'],
    });
    expect(Object.keys(content.states.lit?.values ?? {})).not.toContain('nodes/gone/visible');
    expect(content.interactions.click?.actions.map(({ kind }) => kind)).toEqual([
      ...['state', 'state', 'timeline', 'show', 'sound'],
    ]);
    expect(Object.keys(content.materials).sort()).toEqual(['glass', 'gold']);
    // The night, the timeline of the table, two interactions and the option.
    expect(toLibrary(lamps(), 'lamp').leftOut).toBe(5);
    // Its click belongs to the shade.
    expect(toLibrary(lamps(), 'bulb').leftOut).toBe(1);
  });

  it('works in another scene under new ids, which is not a change', () => {
    const content = saved(lamps());
    const other = parseDocument({
      nodes: { shade: { kind: 'box' }, lit: { kind: 'box' } },
      materials: { gold: { color: '#ffcc00' } },
      timelines: { swing: { name: 'Mine' } },
      interactions: { click: { node: 'shade' } },
    });
    const document = placed(other, content);
    const ids = linkOf(document.nodes.lamp)?.ids ?? {};
    expect(Object.keys(ids).sort()).toEqual(['click', 'gold', 'lit', 'shade', 'swing']);
    expect(document.interactions[ids.click ?? '']).toMatchObject({
      node: ids.shade,
      actions: [
        { state: ids.lit },
        { state: 'blank' },
        { timeline: ids.swing },
        { node: 'glow' },
        { sound: ANY_SOUND },
      ],
    });
    expect(document.states[ids.lit ?? '']?.values).toEqual({
      'nodes/socket::glow/visible': true,
      [`nodes/${ids.shade}/material`]: ids.gold,
      [`materials/${ids.gold}/roughness`]: 0.2,
    });
    expect(document.keys.left).toMatchObject({ timeline: ids.swing });
    expect(document.motions.turn?.node).toBe(ids.shade);
    expect(document.timelines.swing?.name).toBe('Mine');
    expect(document.interactions.click?.node).toBe('shade');
    expect(saved(document)).toEqual(content);
    expect(isChangedSince(document, 'lamp', content)).toBe(false);
    expect(placed(document, content)).toEqual(document);
  });

  it('is replaced by an update, while rows of the scene stay', () => {
    const first = placed(emptyDocument(), saved(lamps()));
    const scene = parseDocument({
      ...first,
      nodes: { ...first.nodes, door: { kind: 'box' } },
      states: {
        ...first.states,
        mine: { values: { 'nodes/shade/visible': false, 'nodes/door/visible': false } },
      },
      interactions: {
        ...first.interactions,
        mine: { node: 'door', actions: [{ kind: 'state', state: 'lit' }] },
      },
    });
    expect(isChangedSince(scene, 'lamp', saved(lamps()))).toBe(false);
    const next = readContent({
      ...saved(lamps()),
      ...{ states: {}, motions: { nod: { node: 'shade', kind: 'float' } }, timelines: {}, keys: {} },
      materials: { glass: {} },
      interactions: { click: { node: 'shade', actions: [{ kind: 'show', node: 'glow' }] } },
    });
    expect(problemOf(next, LAMP)).toBeNull();
    const updated = placed(scene, next, 2);
    // The state that an interaction of the scene goes to stays.
    expect(idsIn(updated)).toEqual({
      states: ['lit', 'mine'],
      interactions: ['click', 'mine'],
      motions: ['nod'],
      timelines: [],
      keys: [],
    });
    expect(updated.interactions.click?.actions).toHaveLength(1);
    const turned = { nod: { ...next.motions.nod, seconds: 2 } };
    expect(isChangedSince(parseDocument({ ...updated, motions: turned }), 'lamp', next)).toBe(true);
    expect(isChangedSince(parseDocument({ ...updated, motions: {} }), 'lamp', next)).toBe(true);
  });

  it('keeps the scene’s additions at an update, unless the base version is unknown', () => {
    const content = saved(lamps());
    // Its own ids differ from those of the library.
    const here = placed(parseDocument({ interactions: { click: {} }, timelines: { swing: {} } }), content);
    const added = parseDocument({
      ...here,
      interactions: {
        ...here.interactions,
        hum: { node: 'shade', actions: [{ kind: 'sound', sound: ANY_SOUND }] },
        dim: { node: 'shade', actions: [{ kind: 'timeline', timeline: 'dim' }] },
      },
      timelines: { ...here.timelines, dim: {} },
      keys: { ...here.keys, dark: { timeline: 'dim', values: { 'nodes/shade/visible': false } } },
    });
    expect(isChangedSince(added, 'lamp', content)).toBe(false);
    const keyed = { ...added.keys, more: { ...added.keys.left, time: 3 } };
    expect(isChangedSince(parseDocument({ ...added, keys: keyed }), 'lamp', content)).toBe(true);
    const next = readContent({
      ...content,
      interactions: {},
      timelines: {},
      keys: {},
      states: {},
      materials: { glass: {} },
    });
    expect(problemOf(next, null)).toBeNull();
    const update = { item: LAMP, version: 2, content: next };
    const updated = placeComponent(added, { ...update, base: content })?.document;
    expect(updated && idsIn(updated)).toEqual({
      states: [],
      interactions: ['click', 'dim', 'hum'],
      motions: ['turn'],
      timelines: ['dim', 'swing'],
      keys: ['dark'],
    });
    expect(updated && isChangedSince(updated, 'lamp', next)).toBe(false);
    expect(saved(updated ?? added).interactions).toMatchObject({ dim: {}, hum: {} });
    const unknown = placeComponent(added, update)?.document;
    expect(Object.keys(unknown?.interactions ?? {})).toEqual(['click']);
  });

  it('of a nested library component belongs to that component', () => {
    const link = { library: { item: BULB, version: 1, ids: {} } };
    const source = lamps({ motions: { hover: { node: 'glow', kind: 'float' } } });
    source.nodes.bulb = { ...source.nodes.bulb, props: link } as never;
    const content = saved(source);
    expect(Object.keys(content.motions).sort()).toEqual(['hover', 'turn']);
    // The scene has the bulb in another version, which does not move.
    const here = parseDocument({
      nodes: { bulb: { kind: 'component', props: link }, glow: { kind: 'box', parent: 'bulb' } },
    });
    const kept = placed(here, content);
    expect(Object.keys(kept.motions)).toEqual(['turn']);
    expect(isChangedSince(kept, 'lamp', content)).toBe(false);
    const brought = placed(emptyDocument(), content);
    expect(Object.keys(brought.motions).sort()).toEqual(['hover', 'turn']);
    // A newer bulb replaces its own motion alone.
    const still = readContent({
      nodes: {
        shown: { kind: 'instance', props: { component: 'bulb' } },
        bulb: { kind: 'component' },
        glow: { kind: 'sphere', parent: 'bulb' },
      },
    });
    expect(Object.keys(placed(brought, still, 2, BULB).motions)).toEqual(['turn']);
  });

  it('is rejected when it concerns other nodes or exceeds the limits', () => {
    const content = saved(lamps());
    const refused: [string, Partial<Record<keyof ComponentContent, object>>][] = [
      [
        'a state of the scene',
        { states: { ...content.states, sky: { values: { 'scene/camera.fov': 30 } } } },
      ],
      ['a state of nothing', { states: { ...content.states, sky: {} } }],
      [
        'a value of another node',
        { states: { ...content.states, sky: { values: { 'nodes/shown/visible': false } } } },
      ],
      [
        'a value that names another node',
        { states: { ...content.states, sky: { values: { 'nodes/socket/props.component': 'shown' } } } },
      ],
      ['an interaction of another node', { interactions: { ...content.interactions, a: { node: 'shown' } } }],
      ['an interaction of nothing', { interactions: { ...content.interactions, a: {} } }],
      [
        'a choice',
        {
          interactions: {
            ...content.interactions,
            a: { node: 'shade', actions: [{ kind: 'choice', choice: 'red' }] },
          },
        },
      ],
      ['a motion of another node', { motions: { a: { node: 'gone' } } }],
      ['a key of no timeline', { keys: { ...content.keys, a: { values: { 'nodes/shade/visible': true } } } }],
    ];
    for (const [what, tables] of refused) {
      expect([what, problemOf(readContent({ ...content, ...tables }), null)]).toEqual([what, 'form']);
    }
    const many = (count: number, row: object) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`r${i}`, row]));
    expect(() => readContent({ ...content, motions: many(501, { node: 'shade' }) })).toThrow();
    const keys = many(2_000, { timeline: 'swing', values: { 'nodes/shade/visible': true } });
    const nodes = { ...content.nodes, ...many(1_900, { kind: 'box', parent: 'lamp' }) };
    expect(
      problemOf(readContent({ ...content, nodes, keys, motions: many(499, { node: 'shade' }) }), null),
    ).toBe('large');
  });

  it('survives a round trip through a library in any scene', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, (source, other) => {
        for (const component of Object.keys(source.nodes)) {
          if (source.nodes[component]?.kind !== 'component') {
            continue;
          }
          const content = saved(source, component);
          expect([null, 'cyclic']).toContain(problemOf(content, null));
          const alone = placed(emptyDocument(), content);
          expect(saved(alone, component)).toEqual(content);
          expect(isChangedSince(alone, component, content)).toBe(false);
          expect(placed(alone, content)).toEqual(alone);
          const there = placed(other, content);
          // Nothing of the scene is replaced.
          for (const table of ['nodes', 'materials', ...COMPONENT_TABLES] as const) {
            for (const [id, row] of Object.entries(other[table])) {
              expect(isSameJson(there[table][id], row)).toBe(true);
            }
          }
        }
      }),
    );
  });
});
