import { copiesBySource } from '@diorama/shared/scene/copies/resolve-references.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { openInBabylon } from '../test/open-in-babylon.ts';
import { buildGltf } from './build-gltf.ts';
import { createActionResolver } from './gltf/file-interactions.ts';
import { createGltfIo, type GltfIo } from './gltf-io.ts';
import { OptionalSteps } from './optional-steps.ts';
import { writeVariants } from './write-variants.ts';

/** Limit of the documentation. */
const MAX_OPERATIONS = 20_000;

let io: GltfIo;
beforeAll(async () => {
  io = await createGltfIo();
});

const box = (more: object = {}) => ({ kind: 'box', props: { size: [1, 1, 1] }, ...more });

/** The GLB files of a scene, as they are published. */
async function filesOf(members: object) {
  const scene = shownDocument(parseDocument(members));
  const { document } = await buildGltf(scene, new Map(), io);
  // Babylon.js fetches the decoder of compressed geometry from a network.
  const steps = new OptionalSteps(new Set(['compress geometry']));
  return await writeVariants(document, { io, steps, purpose: 'scene' });
}

function jsonOf(glb: Uint8Array) {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)));
}

const LAMP = {
  nodes: {
    lamp: box({ name: 'Lamp', material: 'paint' }),
    light: box({ name: 'Light', visible: false, position: [2, 0, 0] }),
    gone: box({ name: 'Gone', visible: false }),
    arm: box({ name: 'Arm', position: [0, 1, 0] }),
  },
  materials: { paint: { name: 'Paint', color: '#ff0000', emissive: '#ffffff', emissiveIntensity: 0.5 } },
  states: {
    on: {
      values: {
        'materials/paint/color': '#0000ff',
        'materials/paint/emissiveIntensity': 3,
        'nodes/arm/position': [0, 3, 0],
        'nodes/light/visible': true,
        'scene/environment.exposure': 2,
      },
    },
  },
};

/** A component with one node, and its instances. */
function instancesOf(node: string, count: number): object {
  const instance = { kind: 'instance', props: { component: 'made' } };
  const instances = Array.from({ length: count }, (_, i) => [
    `i${i}`,
    { ...instance, name: i === 0 ? 'First' : 'Other' },
  ]);
  return {
    made: { kind: 'component' },
    [node]: box({ name: 'Bulb', parent: 'made' }),
    ...Object.fromEntries(instances),
  };
}

function operationsOf(glb: Uint8Array): number {
  return jsonOf(glb).extensions.KHR_interactivity.graphs[0].nodes.length;
}

const click = (...actions: object[]) => ({ node: 'lamp', actions });

describe('the behavior of a GLB', () => {
  it('is read by Babylon.js without a warning, and reacts to clicks', async () => {
    const { glb, mobile, plain } = await filesOf({
      ...LAMP,
      interactions: {
        a: click({ kind: 'state', state: 'on', seconds: 0 }, { kind: 'link', url: 'https://example.com/' }),
      },
    });
    for (const file of [glb, mobile]) {
      const babylon = await openInBabylon(file);
      expect(babylon.warnings).toEqual([]);
      expect([babylon.isShown('Light'), babylon.place('Arm')]).toEqual([false, [0, 1, 0]]);
      babylon.click('Lamp');
      expect(babylon.isShown('Light')).toBe(true);
      expect(babylon.place('Arm')).toEqual([0, 3, 0]);
      expect(babylon.color('Paint')).toEqual([0, 0, 1]);
      babylon.click('Lamp');
      expect(babylon.isShown('Light')).toBe(false);
      expect([babylon.place('Arm'), babylon.color('Paint')]).toEqual([
        [0, 1, 0],
        [1, 0, 0],
      ]);
      babylon.dispose();
    }
    expect(jsonOf(glb).nodes.map(({ name }: { name: string }) => name)).not.toContain('Gone');
    const core = jsonOf(plain ?? new Uint8Array());
    expect(core.extensionsUsed ?? []).not.toContain('KHR_interactivity');
    expect(JSON.stringify(core)).not.toContain('KHR_node_visibility');
  });

  it('starts interactions at the start and after a delay, with transitions', async () => {
    const { glb } = await filesOf({
      ...LAMP,
      interactions: {
        a: { event: 'start', actions: [{ kind: 'show', node: 'light' }] },
        b: {
          event: 'delay',
          seconds: 2,
          actions: [{ kind: 'state', state: 'on', seconds: 1, easing: 'in' }],
        },
      },
    });
    const babylon = await openInBabylon(glb);
    expect([babylon.warnings, babylon.isShown('Light')]).toEqual([[], true]);
    babylon.pass(1);
    expect(babylon.place('Arm')).toEqual([0, 1, 0]);
    babylon.pass(1.5);
    expect(babylon.place('Arm')[1]).toBeGreaterThan(1.2);
    expect(babylon.place('Arm')[1]).toBeLessThan(1.9);
    babylon.pass(1.5);
    expect(babylon.place('Arm')[1]).toBeCloseTo(3);
    babylon.dispose();
  });

  it('plays and stops timelines, and plays motions from the start', async () => {
    const { glb } = await filesOf({
      nodes: LAMP.nodes,
      motions: { turn: { node: 'arm', seconds: 4 } },
      timelines: { rise: { name: 'Rise', duration: 2 } },
      keys: {
        end: { timeline: 'rise', time: 2, easing: 'linear', values: { 'nodes/lamp/position': [0, 4, 0] } },
      },
      interactions: { a: click({ kind: 'timeline', timeline: 'rise' }) },
    });
    const babylon = await openInBabylon(glb);
    expect(babylon.warnings).toEqual([]);
    babylon.pass(1);
    expect(babylon.turn('Arm')).not.toEqual([0, 0, 0, 1]);
    expect(babylon.place('Lamp')).toEqual([0, 0, 0]);
    babylon.click('Lamp');
    babylon.pass(1);
    expect(babylon.place('Lamp')[1]).toBeGreaterThan(1);
    babylon.click('Lamp');
    expect(babylon.place('Lamp')).toEqual([0, 0, 0]);
    babylon.dispose();
  });

  it('keeps motions playing if an action names no timeline or model', async () => {
    const { glb } = await filesOf({
      nodes: LAMP.nodes,
      motions: { turn: { node: 'arm', seconds: 4 } },
      interactions: {
        a: click(
          { kind: 'timeline', timeline: null, mode: 'off' },
          { kind: 'clip', node: null, clip: 'Motion', mode: 'off' },
          { kind: 'timeline', timeline: 'arm', mode: 'off' },
          { kind: 'show', node: 'light' },
        ),
      },
    });
    expect(JSON.stringify(jsonOf(glb).extensions)).not.toContain('animation/stop');
    const babylon = await openInBabylon(glb);
    babylon.pass(1);
    babylon.click('Lamp');
    babylon.pass(0.5);
    expect(babylon.isShown('Light')).toBe(true);
    expect(babylon.turn('Arm')).not.toEqual([0, 0, 0, 1]);
    babylon.dispose();
  });

  it('supports hovering, copies in repeats, and the innermost object', async () => {
    const { glb } = await filesOf({
      nodes: {
        ...LAMP.nodes,
        row: { kind: 'repeat', props: { pattern: 'linear', count: 6, step: [2, 0, 0] } },
        knob: box({ name: 'Knob', parent: 'row' }),
      },
      states: LAMP.states,
      materials: LAMP.materials,
      interactions: {
        a: { node: 'knob', event: 'hover', actions: [{ kind: 'show', node: 'light' }] },
        b: { node: 'row', actions: [{ kind: 'show', node: 'arm', mode: 'off' }] },
        c: { node: 'knob', actions: [{ kind: 'show', node: 'lamp', mode: 'off' }] },
        d: { node: null, actions: [{ kind: 'show', node: 'lamp', mode: 'on' }] },
      },
    });
    const graph = jsonOf(glb).extensions.KHR_interactivity.graphs[0];
    const ops = graph.nodes.map(
      ({ declaration }: { declaration: number }) => graph.declarations[declaration].op,
    );
    const count = (op: string) => ops.filter((one: string) => one === op).length;
    expect([count('event/onHoverIn'), count('event/onHoverOut')]).toEqual([6, 6]);
    const babylon = await openInBabylon(glb);
    expect(babylon.warnings).toEqual([]);
    babylon.click('Knob');
    expect([babylon.isShown('Arm'), babylon.isShown('Lamp')]).toEqual([true, false]);
    babylon.dispose();
  });

  it('acts in the clicked instance of a component', async () => {
    const { glb } = await filesOf({
      nodes: {
        fixture: { kind: 'component', name: 'Fixture' },
        switch: box({ name: 'Switch', parent: 'fixture' }),
        bulb: box({ name: 'Bulb', parent: 'fixture', visible: false, position: [0, 2, 0] }),
        one: { kind: 'instance', name: 'One', props: { component: 'fixture' } },
        two: { kind: 'instance', name: 'Two', position: [5, 0, 0], props: { component: 'fixture' } },
      },
      states: { high: { values: { 'nodes/bulb/position': [0, 4, 0] } } },
      interactions: {
        later: {
          event: 'delay',
          seconds: 2,
          actions: [
            { kind: 'show', node: 'bulb', mode: 'on' },
            { kind: 'state', state: 'high', seconds: 0, toggles: false },
          ],
        },
        a: {
          node: 'switch',
          actions: [
            { kind: 'show', node: 'bulb' },
            { kind: 'state', state: 'high', seconds: 0 },
          ],
        },
      },
    });
    const babylon = await openInBabylon(glb);
    const bulbs = () => babylon.places('Bulb').map(([, y]) => y);
    expect([babylon.warnings, babylon.isShown('One/Bulb'), bulbs()]).toEqual([[], false, [2, 2]]);
    babylon.click('Two/Switch');
    expect([babylon.isShown('One/Bulb'), babylon.isShown('Two/Bulb')]).toEqual([false, true]);
    expect(bulbs()).toEqual([2, 4]);
    babylon.pass(3);
    expect([babylon.isShown('One/Bulb'), babylon.isShown('Two/Bulb'), ...bulbs()]).toEqual([
      true,
      true,
      4,
      4,
    ]);
    babylon.dispose();
  });

  it('resets states in instances too', async () => {
    const { glb } = await filesOf({
      nodes: { ...LAMP.nodes, ...instancesOf('bulb', 2) },
      states: { high: { values: { 'nodes/bulb/position': [0, 4, 0] } } },
      interactions: {
        a: { ...click({ kind: 'state', state: null, seconds: 0 }), index: 'a0' },
        b: { ...click({ kind: 'state', state: 'high', seconds: 0 }), index: 'a1', node: 'bulb' },
      },
    });
    const babylon = await openInBabylon(glb);
    const clicked = ['First/Bulb', 'Lamp', 'First/Bulb', 'First/Bulb'].map((name) => {
      babylon.click(name);
      return babylon.places('Bulb').map(([, y]) => y);
    });
    expect(babylon.warnings).toEqual([]);
    expect(clicked).toEqual([
      [4, 0],
      [0, 0],
      [4, 0],
      [0, 0],
    ]);
    babylon.dispose();
  });

  it('is limited in size, and omitted if no action can be stored', async () => {
    const paces = Array.from({ length: 20 }, (_, i) => ({ kind: 'state', state: 'on', seconds: i / 20 }));
    const interactions = {
      a: click(...paces),
      b: click(...paces.map((one) => ({ ...one, seconds: 5 + one.seconds }))),
    };
    const values = Object.fromEntries(
      Array.from({ length: 900 }, (_, i) => [`nodes/n${i}/position`, [i, 1, 0]]),
    );
    const nodes = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`n${i}`, { kind: 'group' }]));
    const { glb } = await filesOf({
      nodes: { ...LAMP.nodes, ...nodes },
      states: { on: { values } },
      interactions,
    });
    expect(operationsOf(glb)).toBeGreaterThan(MAX_OPERATIONS - 2_000);
    expect(operationsOf(glb)).toBeLessThanOrEqual(MAX_OPERATIONS);
    const sound = await filesOf({ ...LAMP, interactions: { a: click({ kind: 'message', text: 'hi' }) } });
    expect(jsonOf(sound.glb).extensionsUsed ?? []).not.toContain('KHR_interactivity');
  });

  it('is limited for many copies that start interactions, and for a reset of all states', async () => {
    const hover = { ...click({ kind: 'show', node: 'bulb' }), node: 'bulb', event: 'hover' };
    const started = await filesOf({
      nodes: { ...LAMP.nodes, ...instancesOf('bulb', 200) },
      interactions: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`a${i}`, hover])),
    });
    expect(operationsOf(started.glb)).toBeGreaterThan(MAX_OPERATIONS - 1_000);
    expect(operationsOf(started.glb)).toBeLessThanOrEqual(MAX_OPERATIONS);
    const states = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`s${i}`, { values: { 'nodes/bulb/position': [i, 1, 0] } }]),
    );
    const left = await filesOf({
      nodes: { ...LAMP.nodes, ...instancesOf('bulb', 400) },
      states,
      interactions: {
        a: { ...click({ kind: 'show', node: 'light' }), index: 'a0' },
        b: { ...click({ kind: 'state', state: null }), index: 'a1' },
      },
    });
    expect(operationsOf(left.glb)).toBeGreaterThan(0);
    expect(operationsOf(left.glb)).toBeLessThanOrEqual(MAX_OPERATIONS);
  });

  it('reads the fields of a state once for all copies', async () => {
    const scene = shownDocument(
      parseDocument({
        nodes: { ...instancesOf('bulb', 100) },
        states: { on: { values: { 'nodes/bulb/position': [0, 1, 0] } } },
        interactions: { a: { ...click({ kind: 'state', state: 'on' }), node: 'bulb' } },
      }),
    );
    let reads = 0;
    const states = new Proxy(scene.states, {
      get: (rows, id) => {
        reads += 1;
        return Reflect.get(rows, id);
      },
    });
    const resolveAction = createActionResolver({ ...scene, states }, copiesBySource(scene));
    const going = scene.interactions.a?.actions[0];
    const ids = Object.keys(scene.nodes).filter((id) => id.endsWith('::bulb'));
    const found = ids.map((id) => going && resolveAction(going, id));
    expect(found.map((action) => action?.kind === 'state' && action.state)).toEqual(
      ids.map((id) => id.replace('::bulb', '::on')),
    );
    expect([ids.length, reads]).toEqual([100, 1]);
  });
});
