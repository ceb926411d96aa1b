import { describe, expect, it } from 'vitest';
import { emptyDocument, parseDocument, type SceneDocument } from '../document.ts';
import { fitsNode } from '../fits-field.ts';
import { linkOf } from './component-closure.ts';
import { expandDocument } from './expansion.ts';
import {
  type ComponentContent,
  isChangedSince,
  problemOf,
  readContent,
  toLibrary,
} from './library-component.ts';
import { placeComponent } from './place-component.ts';

const CHAIR = '01900000-0000-7000-8000-00000000aaaa';
const LEG = '01900000-0000-7000-8000-00000000bbbb';

const scene = (nodes: object, materials: object = {}) => parseDocument({ nodes, materials });

/** A chair of a seat and two legs, which are instances of a component. */
const chairs = () =>
  scene(
    {
      chair: { kind: 'component', name: 'Chair' },
      seat: { kind: 'box', parent: 'chair', material: 'oak', position: [0, 1, 0] },
      left: { kind: 'instance', parent: 'chair', props: { component: 'leg' } },
      leg: { kind: 'component', name: 'Leg' },
      rod: { kind: 'cylinder', parent: 'leg', material: 'steel' },
      table: { kind: 'box', material: 'oak' },
    },
    { oak: { color: '#aa7744' }, steel: {}, unused: {} },
  );

const saved = (document: SceneDocument, component = 'chair') =>
  readContent(JSON.parse(JSON.stringify(toLibrary(document, component).content)));

function placed(document: SceneDocument, content: ComponentContent, version = 1, item = CHAIR) {
  const result = placeComponent(document, { item, version, content });
  if (!result) {
    throw new Error('There is no component');
  }
  return { ...result, document: parseDocument(result.document) };
}

/** The content with other values of one node. */
const changed = (content: ComponentContent, id: string, patch: object): ComponentContent =>
  readContent({ ...content, nodes: { ...content.nodes, [id]: { ...content.nodes[id], ...patch } } });

/** Names of all nodes that a document shows. */
const shownNames = (document: SceneDocument) =>
  Object.values(expandDocument(document, { fits: fitsNode }).document.nodes).map(({ kind }) => kind);

/** How often a task reads a node. */
function readsOf<T extends Pick<SceneDocument, 'nodes'>>(document: T, task: (document: T) => void): number {
  let reads = 0;
  const nodes = new Proxy(document.nodes, {
    get: (target, key) => {
      reads += 1;
      return Reflect.get(target, key);
    },
  });
  task({ ...document, nodes });
  return reads;
}

describe('a library component', () => {
  it('contains its nodes, nested components and their materials', () => {
    const content = saved(chairs());
    expect(Object.keys(content.nodes).sort()).toEqual(['chair', 'left', 'leg', 'rod', 'seat', 'shown']);
    expect(Object.keys(content.materials).sort()).toEqual(['oak', 'steel']);
    expect(problemOf(content, CHAIR)).toBeNull();
    expect(shownNames(parseDocument(content))).toContain('cylinder');
  });

  it('keeps its ids and materials in another scene', () => {
    const content = saved(chairs());
    const { document, component } = placed(emptyDocument(), content);
    expect(component).toBe('chair');
    expect(linkOf(document.nodes.chair)).toEqual({ item: CHAIR, version: 1, ids: {} });
    expect(document.nodes.rod).toMatchObject({ parent: 'leg', material: 'steel' });
    expect(document.materials.oak).toMatchObject({ color: '#aa7744' });
    expect(saved(document)).toEqual(content);
    expect(isChangedSince(document, 'chair', content)).toBe(false);
    // A second update, also at the same time, gives the same.
    expect(placed(emptyDocument(), content).document).toEqual(document);
    expect(placed(document, content).document).toEqual(document);
  });

  it('gets other, stable ids where the scene uses them, and remembers the original ids', () => {
    const content = saved(chairs());
    const other = scene(
      { seat: { kind: 'sphere', material: 'oak' }, leg: { kind: 'component' } },
      { oak: { color: '#000000' } },
    );
    const first = placed(other, content);
    expect(first.document.nodes.seat?.kind).toBe('sphere');
    expect(first.document.materials.oak?.color).toBe('#000000');
    const link = linkOf(first.document.nodes.chair);
    expect(Object.keys(link?.ids ?? {}).sort()).toEqual(['leg', 'oak', 'seat']);
    const seat = first.document.nodes[link?.ids.seat ?? ''];
    expect(seat).toMatchObject({ kind: 'box', material: link?.ids.oak });
    expect(first.document.nodes.rod?.parent).toBe(link?.ids.leg);
    expect(placed(other, content).document).toEqual(first.document);
    expect(saved(first.document)).toEqual(content);
    expect(isChangedSince(first.document, 'chair', content)).toBe(false);
    const second = placed(first.document, changed(content, 'seat', { name: 'Wide seat' }), 2);
    expect(second.document.nodes[link?.ids.seat ?? '']?.name).toBe('Wide seat');
    expect(second.document.nodes.seat?.name).toBe('');
  });

  it('is updated in place, keeps overrides and counts lost ones', () => {
    const content = saved(chairs());
    const values = { 'nodes/seat/visible': false, 'nodes/left::rod/visible': false };
    const { document } = placed(
      scene({ a: { kind: 'instance', props: { component: 'chair', values } }, back: { kind: 'box' } }),
      content,
    );
    const { left: _left, ...others } = content.nodes;
    const next = readContent({
      nodes: {
        ...others,
        arm: { kind: 'instance', parent: 'chair', props: { component: 'leg' } },
        back: { kind: 'box', parent: 'chair' },
      },
      materials: content.materials,
    });
    const updated = placed(document, next, 2);
    expect(updated.lost).toBe(1);
    expect(updated.document.nodes.a).toEqual(document.nodes.a);
    expect(updated.document.nodes.left).toBeUndefined();
    expect(updated.document.nodes.back?.parent).toBeNull();
    expect(linkOf(updated.document.nodes.chair)).toMatchObject({
      version: 2,
      ids: { back: expect.any(String) },
    });
    expect(isChangedSince(updated.document, 'chair', next)).toBe(false);
    expect(isChangedSince(updated.document, 'chair', content)).toBe(true);
  });

  it('replaces ids in overrides only where they are references', () => {
    const values = {
      'nodes/tag/props.text': 'oak',
      'nodes/tag/material': 'oak',
      'nodes/note/name': 'tag',
      'nodes/note/props.hides': ['tag', '1'],
      'nodes/note/props.surface': { node: 'tag', mesh: 'tag' },
      'nodes/file/props.materials': { tag: 'oak' },
      'nodes/rep:1:tag/visible': false,
      // Values without a field have no effect, and stay.
      'nodes/tag/props.nothing': 'oak',
      'nodes/note/visible': 'tag',
      'nodes/gone/name': 'tag',
    };
    const source = scene(
      {
        chair: { kind: 'component' },
        inner: { kind: 'instance', parent: 'chair', props: { component: 'leg', values } },
        leg: { kind: 'component' },
        tag: { kind: 'text', parent: 'rep' },
        note: { kind: 'annotation', parent: 'leg' },
        file: { kind: 'model', parent: 'leg' },
        rep: { kind: 'repeat', parent: 'leg' },
        1: { kind: 'box', parent: 'leg' },
      },
      { oak: {} },
    );
    const content = saved(source);
    expect(content.nodes.inner?.props).toEqual(source.nodes.inner?.props);
    const other = scene(Object.fromEntries(['tag', 'note', '1', 'rep'].map((id) => [id, { kind: 'box' }])), {
      oak: { color: '#000000' },
    });
    const { document } = placed(other, content);
    const ids = linkOf(document.nodes.chair)?.ids ?? {};
    expect(Object.keys(ids).sort()).toEqual(['1', 'note', 'oak', 'rep', 'tag']);
    expect(document.nodes.inner?.props).toEqual({
      component: 'leg',
      values: {
        [`nodes/${ids.tag}/props.text`]: 'oak',
        [`nodes/${ids.tag}/material`]: ids.oak,
        [`nodes/${ids.note}/name`]: 'tag',
        [`nodes/${ids.note}/props.hides`]: [ids.tag, ids['1']],
        [`nodes/${ids.note}/props.surface`]: { ...values['nodes/note/props.surface'], node: ids.tag },
        'nodes/file/props.materials': { tag: ids.oak },
        [`nodes/${ids.rep}:1:${ids.tag}/visible`]: false,
        [`nodes/${ids.tag}/props.nothing`]: 'oak',
        [`nodes/${ids.note}/visible`]: 'tag',
        'nodes/gone/name': 'tag',
      },
    });
    expect(saved(document)).toEqual(content);
  });

  it('omits the material of an override without a node', () => {
    const source = chairs();
    const { left } = source.nodes;
    source.nodes.left = {
      ...left,
      props: { component: 'leg', values: { 'nodes/gone/material': 'shown' } },
    } as never;
    // It would get another id, and the override keeps the old one.
    source.materials.shown = parseDocument({ materials: { shown: {} } }).materials.shown as never;
    const content = saved(source);
    expect(problemOf(content, null)).toBeNull();
    expect(Object.keys(content.materials).sort()).toEqual(['oak', 'steel']);
  });

  it('keeps the override of a copy whose key is the id of a removed node', () => {
    const parts = {
      shown: { kind: 'instance', props: { component: 'chair' } },
      chair: { kind: 'component' },
      rep: { kind: 'repeat', parent: 'chair' },
      b: { kind: 'box', parent: 'rep' },
    };
    const first = readContent({ nodes: { ...parts, 1: { kind: 'box', parent: 'chair' } } });
    const values = { 'nodes/rep:1:b/visible': false, 'nodes/1/visible': false };
    const { document } = placed(
      scene({ a: { kind: 'instance', props: { component: 'chair', values } } }),
      first,
    );
    expect(placed(document, readContent({ nodes: parts }), 2).lost).toBe(1);
  });

  it('changes a material that other nodes use by copying it', () => {
    const content = saved(chairs());
    const { document } = placed(scene({ table: { kind: 'box', material: 'oak' } }), content);
    const darker = readContent({
      ...content,
      materials: { ...content.materials, oak: { color: '#553311' } },
    });
    const { document: updated } = placed(document, darker, 2);
    expect(updated.materials[updated.nodes.table?.material ?? '']?.color).toBe('#aa7744');
    expect(updated.materials[updated.nodes.seat?.material ?? '']?.color).toBe('#553311');
  });

  it('adds nested components with their versions, and keeps those of the scene', () => {
    const source = chairs();
    source.nodes.leg = {
      ...source.nodes.leg,
      props: { library: { item: LEG, version: 3, ids: {} } },
    } as never;
    const content = saved(source);
    const { document } = placed(emptyDocument(), content);
    expect(linkOf(document.nodes.leg)).toMatchObject({ item: LEG, version: 3 });
    const mine = scene({
      mine: { kind: 'component', props: { library: { item: LEG, version: 4, ids: { leg: 'mine' } } } },
      rod: { kind: 'sphere', parent: 'mine' },
    });
    const { document: kept } = placed(mine, content);
    expect(kept.nodes.leg).toBeUndefined();
    expect(kept.nodes.rod?.kind).toBe('sphere');
    expect(kept.nodes.left).toMatchObject({ props: { component: 'mine' } });
    expect(isChangedSince(kept, 'chair', content)).toBe(false);
  });

  it('is recognized as cyclic, alone or with components of the scene', () => {
    const loop = scene({
      chair: { kind: 'component' },
      a: { kind: 'instance', parent: 'chair', props: { component: 'leg' } },
      leg: { kind: 'component', props: { library: { item: LEG, version: 1, ids: {} } } },
      b: { kind: 'instance', parent: 'leg', props: { component: 'chair' } },
    });
    expect(problemOf(saved(loop), null)).toBe('cyclic');
    const plain = scene({ ...loop.nodes, b: { kind: 'box', parent: 'leg' } });
    expect(problemOf(saved(plain), CHAIR)).toBeNull();
    expect(problemOf(saved(plain), LEG)).toBe('cyclic');
    const there = placed(loop, saved(plain), 1, CHAIR);
    expect(there.isCyclic).toBe(false);
    const mine = scene({
      ...loop.nodes,
      chair: { kind: 'component', props: { library: { item: CHAIR, version: 1, ids: {} } } },
    });
    expect(placed(mine, saved(plain), 2).isCyclic).toBe(true);
  });

  it('needs a linear number of reads for any number of components and instances', () => {
    /** Components, each with an instance of the next one. */
    const nested = (count: number) =>
      scene(
        Object.fromEntries(
          Array.from({ length: count }, (_, i) => [
            [`c${i}`, { kind: 'component' }],
            [`i${i}`, { kind: 'instance', parent: `c${i}`, props: { component: `c${i + 1}` } }],
          ]).flat(),
        ),
      );
    /** A scene with many instances of a component that the next version of another one no longer has. */
    const used = (count: number) =>
      scene({
        ...Object.fromEntries(
          Array.from({ length: count }, (_, i) => [
            `i${i}`,
            { kind: 'instance', props: { component: 'leg' } },
          ]),
        ),
        ...placed(emptyDocument(), saved(chairs())).document.nodes,
      });
    const next = readContent({
      nodes: { shown: { kind: 'instance', props: { component: 'chair' } }, chair: { kind: 'component' } },
    });
    const works: ((count: number) => number)[] = [
      (count) => readsOf(saved(nested(count), 'c0'), (content) => problemOf(content, null)),
      (count) => readsOf(nested(count), (document) => toLibrary(document, 'c0')),
      (count) => readsOf(saved(nested(count), 'c0'), (content) => placed(emptyDocument(), content)),
      (count) => readsOf(used(count), (document) => placed(document, next, 2)),
    ];
    for (const work of works) {
      expect(work(200) / work(50)).toBeLessThan(5);
    }
  });

  it('is rejected with stray nodes, unused materials or too many nodes', () => {
    const content = saved(chairs());
    const stray = readContent({ ...content, nodes: { ...content.nodes, stray: { kind: 'box' } } });
    const { shown: _shown, ...parts } = content.nodes;
    const many = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, i) => [`n${i}`, { kind: 'box', parent: 'chair' }]),
    );
    expect(problemOf(stray, null)).toBe('form');
    // Nothing reads what the instance that shows it overrides.
    const values = { 'nodes/seat/name': 'Other' };
    const overriding = { ...content.nodes.shown, props: { component: 'chair', values } };
    expect(problemOf(changed(content, 'shown', overriding), null)).toBe('form');
    const unused = readContent({ ...content, materials: { ...content.materials, unused: {} } });
    expect(problemOf(unused, null)).toBe('form');
    expect(problemOf(readContent({ nodes: parts }), null)).toBe('form');
    expect(problemOf(readContent({ nodes: { ...content.nodes, ...many } }), null)).toBe('large');
    expect(() => readContent({ nodes: { a: { kind: 'nothing' } } })).toThrow();
    expect(placeComponent(emptyDocument(), { item: CHAIR, version: 1, content: stray })).not.toBeNull();
    expect(placeComponent(emptyDocument(), { item: CHAIR, version: 1, content: readContent({}) })).toBeNull();
  });
});

it('a component with 400 moving nested components is saved and placed within the test timeout', () => {
  const each = (count: number, entry: (i: number) => [string, object]) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => entry(i)));
  const item = (i: number) => `01900000-0000-7000-8000-${String(i).padStart(12, '0')}`;
  const scene = parseDocument({
    nodes: {
      root: { kind: 'component' },
      ...each(400, (i) => [
        `part${i}`,
        { kind: 'component', props: { library: { item: item(i), version: 1 } } },
      ]),
      ...each(400, (i) => [`box${i}`, { kind: 'box', parent: `part${i}` }]),
      ...each(400, (i) => [
        `shown${i}`,
        { kind: 'instance', parent: 'root', props: { component: `part${i}` } },
      ]),
    },
    timelines: each(100, (i) => [`line${i}`, {}]),
    keys: each(2_000, (i) => [
      `key${i}`,
      {
        timeline: `line${i % 100}`,
        time: Math.floor(i / 100) / 10,
        values: { [`nodes/box${i % 400}/position`]: [1, 0, 0] },
      },
    ]),
    states: each(200, (i) => [`state${i}`, { values: { [`nodes/box${i}/visible`]: false } }]),
  });
  const { content } = toLibrary(scene, 'root');
  expect([content.keys, content.states].map((rows) => Object.keys(rows).length)).toEqual([2_000, 200]);
  const placed = placeComponent(parseDocument({}), { item: item(999), version: 1, content });
  expect(Object.keys(placed?.document.keys ?? {})).toHaveLength(2_000);
  expect(isChangedSince(placed?.document ?? scene, placed?.component ?? '', content)).toBe(false);
});
