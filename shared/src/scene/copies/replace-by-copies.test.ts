import { describe, expect, it } from 'vitest';
import type * as Y from 'yjs';
import { MAX_FIELD_VALUES, TABLE_LIMITS } from '../defaults.ts';
import { parseDocument, type SceneDocument } from '../document.ts';
import { duplicateNodes, updateNode } from '../ops.ts';
import { childrenOf, resolveHierarchy } from '../resolve.ts';
import { readDocument, toYDoc } from '../ydoc.ts';
import { detachInstances, removeComponent } from './components.ts';

/** Two lamps of one component, which shine by clicks and turn, and options and texts that concern them. */
const LAMPS = {
  nodes: {
    lamp: { kind: 'component' },
    shade: { kind: 'cone', parent: 'lamp', name: 'Shade' },
    tag: { kind: 'text', parent: 'lamp', index: 'a1', props: { text: 'Lamp' } },
    wheel: { kind: 'instance', parent: 'lamp', index: 'a2', props: { component: 'round' } },
    round: { kind: 'component' },
    rim: { kind: 'torus', parent: 'round' },
    left: { kind: 'instance', props: { component: 'lamp', values: { 'nodes/tag/props.text': 'Left' } } },
    right: { kind: 'instance', index: 'a1', props: { component: 'lamp' } },
    table: { kind: 'box', index: 'a2' },
  },
  materials: { oak: {}, gold: {} },
  options: { finish: {} },
  choices: {
    gold: {
      option: 'finish',
      values: { 'nodes/shade/material': 'gold', 'nodes/table/material': 'gold' },
    },
    oak: {
      option: 'finish',
      values: {
        'nodes/left::shade/material': 'oak',
        'nodes/left::wheel::rim/material': 'oak',
        'nodes/left::tag/props.text': 'Oak',
        'nodes/tag/props.text': 'Any',
      },
    },
  },
  states: {
    lit: {
      values: {
        'nodes/shade/visible': false,
        'nodes/tag/props.text': 'Lit',
        'materials/gold/roughness': 0.2,
        'nodes/table/visible': false,
        'nodes/rim/visible': false,
      },
    },
    far: { values: { 'nodes/table/visible': false } },
  },
  interactions: {
    click: {
      node: 'shade',
      actions: [
        { kind: 'state', state: 'lit' },
        { kind: 'state', state: 'far' },
        { kind: 'timeline', timeline: 'swing' },
        { kind: 'show', node: 'tag' },
      ],
    },
  },
  motions: { spin: { node: 'wheel' } },
  timelines: { swing: {} },
  keys: {
    k0: { timeline: 'swing', values: { 'nodes/shade/visible': true } },
    k1: { timeline: 'swing', time: 1, values: { 'nodes/wheel::rim/visible': false } },
    k2: { timeline: 'swing', time: 2, values: { 'scene/camera.fov': 30 } },
  },
  translations: {
    en: { original: true },
    es: {
      values: {
        'nodes/shade/name': 'Pantalla',
        'nodes/tag/props.text': 'Lámpara',
        'nodes/left::tag/props.text': 'Izquierda',
        'choices/oak:nodes:left::tag/props.text': 'Roble',
        'states/lit:nodes:tag/props.text': 'Encendida',
      },
    },
  },
};

/** The texts of a document with names in place of the ids of an instance's former nodes. */
function named(document: SceneDocument, group: string): SceneDocument {
  const sources = ['shade', 'tag', 'wheel'];
  const children = childrenOf(resolveHierarchy(document.nodes), group);
  const rename = (text: string) =>
    children.reduce((all, id, i) => all.replaceAll(id, `${group}-${sources[i]}`), text);
  return JSON.parse(rename(JSON.stringify(document)));
}

const rowsBut = <Row>(rows: Record<string, Row>, known: object): Row[] =>
  Object.values(rows).filter((_row, i) => !Object.hasOwn(known, Object.keys(rows)[i] ?? ''));

const open = (document: object = LAMPS): Y.Doc => toYDoc(parseDocument(document));

describe('A detached instance', () => {
  it('keeps its behavior for visitors through copied states and timelines', () => {
    const ydoc = open();
    detachInstances(ydoc, ['right']);
    const document = named(readDocument(ydoc), 'right');
    expect(rowsBut(document.motions, LAMPS.motions)).toMatchObject([{ node: 'right-wheel' }]);
    const [state] = Object.keys(document.states).filter((id) => !Object.hasOwn(LAMPS.states, id));
    const [timeline] = Object.keys(document.timelines).filter((id) => id !== 'swing');
    expect(rowsBut(document.interactions, LAMPS.interactions)).toMatchObject([
      {
        node: 'right-shade',
        actions: [{ state }, { state: 'far' }, { timeline }, { node: 'right-tag' }],
      },
    ]);
    expect(document.states[state ?? '']?.values).toEqual({
      'nodes/right-shade/visible': false,
      'nodes/right-tag/props.text': 'Lit',
      'materials/gold/roughness': 0.2,
      'nodes/table/visible': false,
    });
    expect(rowsBut(document.keys, LAMPS.keys).map((row) => [row.timeline, row.values])).toEqual([
      [timeline, { 'nodes/right-shade/visible': true }],
      [timeline, { 'nodes/right-wheel::rim/visible': false }],
      [timeline, { 'scene/camera.fov': 30 }],
    ]);
    expect([document.states.lit?.values, document.keys.k0?.values]).toEqual([
      LAMPS.states.lit.values,
      LAMPS.keys.k0.values,
    ]);
    expect(document.translations.es?.values).toMatchObject({
      [`states/${state}:nodes:right-tag/props.text`]: 'Encendida',
      'nodes/right-shade/name': 'Pantalla',
      'nodes/right-tag/props.text': 'Lámpara',
    });
  });

  it('follows options as before and keeps its translated overrides', () => {
    const ydoc = open();
    detachInstances(ydoc, ['left']);
    const { choices, translations } = named(readDocument(ydoc), 'left');
    expect(choices.gold?.values).toEqual({
      ...LAMPS.choices.gold.values,
      'nodes/left-shade/material': 'gold',
    });
    // A choice that changes the component's text does not change the instance, which overrides it.
    expect(choices.oak?.values).toEqual({
      'nodes/left-shade/material': 'oak',
      'nodes/left-wheel::rim/material': 'oak',
      'nodes/left-tag/props.text': 'Oak',
      'nodes/tag/props.text': 'Any',
    });
    expect(translations.es?.values).toMatchObject({
      'nodes/left-tag/props.text': 'Izquierda',
      'choices/oak:nodes:left-tag/props.text': 'Roble',
      'nodes/tag/props.text': 'Lámpara',
    });
    expect(Object.keys(translations.es?.values ?? {}).filter((path) => path.includes('left::'))).toEqual([]);
  });

  it('keeps its behavior when its component is removed, within the table limits', () => {
    const ydoc = open();
    removeComponent(ydoc, 'lamp');
    const { interactions, states } = readDocument(ydoc);
    expect([Object.keys(interactions), Object.keys(states)].map(({ length }) => length)).toEqual([3, 4]);

    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, {}]));
    const values = Object.fromEntries(
      Array.from({ length: MAX_FIELD_VALUES - 2 }, (_, i) => [`nodes/n${i}/visible`, true]),
    );
    const own = { 'nodes/left::shade/visible': true, 'nodes/shade/visible': false };
    const full = open({
      ...LAMPS,
      states: { ...many(TABLE_LIMITS.states - 2), ...LAMPS.states },
      timelines: { ...many(TABLE_LIMITS.timelines - 1), ...LAMPS.timelines },
      choices: { full: { option: 'finish', values: { ...values, ...own } } },
    });
    detachInstances(full, ['left', 'right']);
    const document = readDocument(full);
    expect(parseDocument(structuredClone(document))).toEqual(document);
    expect(Object.keys(document.interactions)).toHaveLength(3);
    const shades = Object.entries(document.choices.full?.values ?? {}).slice(-2);
    expect(shades.map(([, value]) => value)).toEqual([false, true]);
  });

  it('keeps overrides, other instances and other translations in copied states', () => {
    const ydoc = open({
      ...LAMPS,
      nodes: { ...LAMPS.nodes, sign: { kind: 'text', index: 'a4' } },
      states: {
        lit: {
          values: {
            'nodes/tag/props.text': 'Lit',
            'nodes/right::shade/visible': false,
            'nodes/left::shade/visible': true,
            'nodes/sign/props.text': 'On',
          },
        },
      },
      interactions: { click: { node: 'shade', actions: [{ kind: 'state', state: 'lit' }] } },
      translations: {
        es: {
          values: {
            'states/lit:nodes:sign/props.text': 'Encendido',
            'states/lit:nodes:tag/props.text': 'Encendida',
          },
        },
      },
    });
    detachInstances(ydoc, ['left']);
    const { states, translations } = named(readDocument(ydoc), 'left');
    const [copy = ''] = Object.keys(states).filter((id) => id !== 'lit');
    expect(states[copy]?.values).toEqual({
      'nodes/left-tag/props.text': 'Lit',
      'nodes/right::shade/visible': false,
      'nodes/left-shade/visible': true,
      'nodes/sign/props.text': 'On',
    });
    expect(states.lit?.values).toEqual({
      'nodes/tag/props.text': 'Lit',
      'nodes/right::shade/visible': false,
      'nodes/left-shade/visible': true,
      'nodes/sign/props.text': 'On',
    });
    expect(translations.es?.values).toEqual({
      'states/lit:nodes:sign/props.text': 'Encendido',
      'states/lit:nodes:tag/props.text': 'Encendida',
      [`states/${copy}:nodes:sign/props.text`]: 'Encendido',
      [`states/${copy}:nodes:left-tag/props.text`]: 'Encendida',
    });
  });

  it('keeps the texts of single nodes first when a language is full', () => {
    const names = Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => [`s${i}`, { kind: 'box', parent: 'lamp' }]),
    );
    const many = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, i) => [`i${i}`, { kind: 'instance', props: { component: 'lamp' } }]),
    );
    const texts = Object.fromEntries(Object.keys(names).map((id) => [`nodes/${id}/name`, id]));
    const ydoc = open({
      nodes: { lamp: { kind: 'component' }, ...names, ...many },
      translations: { es: { values: { ...texts, 'nodes/i0::s0/name': 'Propio' } } },
    });
    removeComponent(ydoc, 'lamp');
    const { values = {} } = readDocument(ydoc).translations.es ?? {};
    expect(Object.keys(values)).toHaveLength(MAX_FIELD_VALUES);
    expect(Object.values(values)).toContain('Propio');
  });

  it('within another component is updated in the instances of that component', () => {
    const ydoc = open({
      nodes: {
        ...LAMPS.nodes,
        pair: { kind: 'component' },
        first: { kind: 'instance', parent: 'pair', props: { component: 'lamp' } },
        outer: {
          kind: 'instance',
          props: { component: 'pair', values: { 'nodes/first::shade/material': 'oak' } },
        },
      },
      materials: LAMPS.materials,
      options: LAMPS.options,
      choices: { gold: { option: 'finish', values: { 'nodes/outer::first::shade/visible': false } } },
      translations: { es: { values: { 'nodes/outer::first::tag/props.text': 'Doble' } } },
    });
    detachInstances(ydoc, ['first']);
    const { nodes, choices, translations } = named(readDocument(ydoc), 'first');
    expect(nodes.outer?.props).toMatchObject({ values: { 'nodes/first-shade/material': 'oak' } });
    expect(choices.gold?.values).toEqual({ 'nodes/outer::first-shade/visible': false });
    expect(translations.es?.values).toEqual({ 'nodes/outer::first-tag/props.text': 'Doble' });
  });

  it('keeps materials whose id equals a node id', () => {
    const ydoc = open({
      ...LAMPS,
      nodes: { ...LAMPS.nodes, gold: { kind: 'box', parent: 'lamp', index: 'a3' } },
    });
    detachInstances(ydoc, ['right']);
    const { choices } = named(readDocument(ydoc), 'right');
    expect(choices.gold?.values).toMatchObject({ 'nodes/right-shade/material': 'gold' });
  });

  it('stays within the interaction limit when a component with 1,000 instances is removed', () => {
    const instances = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, i) => [`i${i}`, { kind: 'instance', props: { component: 'lamp' } }]),
    );
    const ydoc = open({ ...LAMPS, nodes: { ...LAMPS.nodes, ...instances } });
    removeComponent(ydoc, 'lamp');
    expect(Object.keys(readDocument(ydoc).interactions)).toHaveLength(TABLE_LIMITS.interactions);
  });

  it('adds nothing to a scene without interactions, states and texts', () => {
    const ydoc = open({ nodes: LAMPS.nodes });
    detachInstances(ydoc, ['left']);
    const { nodes: _nodes, ...rest } = readDocument(ydoc);
    const { nodes: _none, ...empty } = readDocument(open({}));
    expect(rest).toEqual(empty);
  });
});

it('duplicating an instance copies its translations', () => {
  const ydoc = open();
  const [copy = ''] = duplicateNodes(ydoc, ['left']);
  updateNode(ydoc, copy, { name: 'Copy' });
  const { values } = readDocument(ydoc).translations.es ?? {};
  expect(values).toEqual({
    ...LAMPS.translations.es.values,
    [`nodes/${copy}::tag/props.text`]: 'Izquierda',
  });
});
