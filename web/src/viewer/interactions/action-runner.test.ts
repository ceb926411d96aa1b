import { expandDocument } from '@diorama/shared/scene/copies/expansion.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { valueIn } from '@diorama/shared/scene/field-values.ts';
import { interactionsOf } from '@diorama/shared/scene/interactions/interactions.ts';
import { ACTIONS_PER_SECOND } from '@diorama/shared/scene/interactions/limits.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ActionBudget, ActionRunner } from './action-runner.ts';
import type { InteractionsContext } from './open-interactions.ts';

afterEach(() => vi.unstubAllGlobals());

/** A runner of these interactions, whose tour arrives at once. */
function arrange(interactions: Record<string, object>, more: object = {}) {
  const document = parseDocument({
    ...more,
    nodes: {
      ...('nodes' in more && Object(more.nodes)),
      lamp: { kind: 'box' },
      car: { kind: 'model' },
      a: { kind: 'annotation' },
      b: { kind: 'annotation' },
    },
    options: { colour: {} },
    choices: { red: { option: 'colour' } },
    interactions,
  });
  const did: unknown[] = [];
  const values = new Map<string, unknown>();
  const arrive = (id: string) =>
    runner.run(
      interactionsOf(document, 'annotation').filter(({ annotation }) => annotation === id),
      { annotation: id },
    );
  const context = {
    tour: {
      goTo: async (id: string) => {
        did.push(`view ${id}`);
        arrive(id);
        return true;
      },
    },
    options: {
      own: document,
      choose: (choices: Map<string, string>) => did.push(Object.fromEntries(choices)),
    },
    onMessage: (name: string, text: string) => did.push(`${name}: ${text}`),
  };
  // Only these parts are used by the tested actions.
  const runner: ActionRunner = new ActionRunner(context as unknown as InteractionsContext, {
    document: () => document,
    shown: () => expandDocument(document).document,
    goTo: ({ state }) => did.push(`state ${state}`),
    sound: ({ sound, mode }) => did.push(`${mode} ${sound}`),
    play: ({ id, mode }) => did.push(`${mode} ${id}`),
    valueOf: (path) => (values.has(path) ? values.get(path) : valueIn(document, path)),
    set: (path, value) => {
      values.set(path, value);
      did.push([path, value]);
    },
  });
  const rows = (event: 'click' | 'start') => interactionsOf(document, event);
  return { runner, rows, did, arrive };
}

describe('ActionRunner', () => {
  it('targets nodes in the event’s instance, otherwise in the scene', () => {
    const actions = [
      { kind: 'show', node: 'door' },
      { kind: 'show', node: 'lamp' },
      { kind: 'state', state: 'open' },
      { kind: 'timeline', timeline: 'swing', mode: 'on' },
    ];
    const { runner, rows, did } = arrange(
      { x: { node: 'knob', actions } },
      {
        nodes: {
          cabinet: { kind: 'component' },
          door: { kind: 'box', parent: 'cabinet' },
          knob: { kind: 'box', parent: 'door' },
          one: { kind: 'instance', props: { component: 'cabinet' } },
        },
        states: { open: { values: { 'nodes/door/visible': false } } },
        timelines: { swing: {} },
        keys: { k: { timeline: 'swing', values: { 'nodes/door/position': [1, 0, 0] } } },
      },
    );
    runner.run(rows('click'), { node: 'one::knob' });
    expect(did.splice(0)).toEqual([
      ['nodes/one::door/visible', false],
      ['nodes/lamp/visible', false],
      'state one::open',
      'on one::swing',
    ]);
    runner.revert(rows('click'), 'one::knob');
    expect(did.splice(0)).toEqual([
      ['nodes/one::door/visible', true],
      ['nodes/lamp/visible', true],
      'state one::open',
    ]);
    runner.run(rows('click'));
    expect(did).toEqual([
      ['nodes/door/visible', false],
      ['nodes/lamp/visible', false],
      'state open',
      'on swing',
    ]);
  });

  it('performs actions in order', () => {
    const { runner, rows, did } = arrange({
      x: {
        name: 'Lamp',
        actions: [
          { kind: 'state', state: 'on' },
          { kind: 'show', node: 'lamp' },
          { kind: 'show', node: 'lamp' },
          { kind: 'show', node: 'gone' },
          { kind: 'clip', node: 'car', clip: 'Open', mode: 'on' },
          { kind: 'timeline', timeline: 'open', mode: 'on' },
          { kind: 'timeline' },
          { kind: 'sound', sound: '/api/assets/bell' },
          { kind: 'sound', mode: 'off' },
          { kind: 'choice', choice: 'red' },
          { kind: 'choice', choice: 'gone' },
          { kind: 'message', text: 'hi' },
        ],
      },
    });
    runner.run(rows('click'));
    expect(did).toEqual([
      'state on',
      ['nodes/lamp/visible', false],
      ['nodes/lamp/visible', true],
      ['nodes/car/props.animation', { clip: 'Open', playing: true, speed: 1 }],
      'on open',
      'on /api/assets/bell',
      'off null',
      { colour: 'red' },
      'Lamp: hi',
    ]);
  });

  it('reverts toggles only', () => {
    const { runner, rows, did } = arrange({
      x: {
        actions: [
          { kind: 'state', state: 'on', toggles: false },
          { kind: 'state', state: 'open' },
          { kind: 'show', node: 'lamp', mode: 'off' },
          { kind: 'message', text: 'hi' },
        ],
      },
    });
    runner.revert(rows('click'));
    expect(did).toEqual(['state open']);
  });

  it('opens only web links, and only after clicks', () => {
    const open = vi.fn();
    vi.stubGlobal('window', { open });
    const { runner, rows } = arrange({
      x: { event: 'start', actions: [{ kind: 'link', url: 'https://example.com/' }, { kind: 'link' }] },
    });
    runner.run(rows('start'));
    expect(open).not.toHaveBeenCalled();
    runner.run(rows('start'), { isClick: true });
    expect(open.mock.calls).toEqual([['https://example.com/', '_blank', 'noopener,noreferrer']]);
  });

  it('ends cycles of annotations that trigger each other', () => {
    const { arrive, did } = arrange({
      x: { event: 'annotation', annotation: 'a', actions: [{ kind: 'view', node: 'b' }] },
      y: { event: 'annotation', annotation: 'b', actions: [{ kind: 'view', node: 'a' }] },
    });
    arrive('a');
    expect(did).toEqual(['view b', 'view a']);
    arrive('a');
    expect(did).toHaveLength(4);
  });

  it('sends messages to the page with the untranslated interaction name', () => {
    const { runner, rows, did } = arrange({
      x: { name: 'Buy', actions: [{ kind: 'message', text: 'chair' }] },
    });
    runner.run(rows('click').map((row) => ({ ...row, name: 'Comprar' })));
    expect(did).toEqual(['Buy: chair']);
  });

  it('performs a limited number of actions per second', () => {
    const actions = Array.from({ length: 20 }, () => ({ kind: 'message', text: '' }));
    const { runner, rows, did } = arrange({ x: { actions }, y: { actions }, z: { actions } });
    runner.run(rows('click'));
    expect(did).toHaveLength(ACTIONS_PER_SECOND);
  });
});

describe('ActionBudget', () => {
  it('refills after one second', () => {
    const budget = new ActionBudget();
    const taken = (now: number) => Array.from({ length: 100 }, () => budget.take(now)).filter(Boolean).length;
    expect([taken(0), taken(999), taken(1_000)]).toEqual([ACTIONS_PER_SECOND, 0, ACTIONS_PER_SECOND]);
  });
});
