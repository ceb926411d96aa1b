import { parseDocument } from '@diorama/shared/scene/document.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
import { describe, expect, it } from 'vitest';
import { filesContent, filesDigest } from './files-digest.ts';
import type { OutputSettings } from './write-outputs.ts';

const SETTINGS: OutputSettings = {
  arPlacement: 'floor',
  credits: { title: 'Chair', creator: 'Ana', license: 'cc-by' },
};
const SCENE = {
  materials: { oak: { color: '#00ff00' }, red: { color: '#ff0000' } },
  nodes: {
    seat: { kind: 'box', material: 'oak' },
    arms: { kind: 'group', visible: false },
    arm: { kind: 'cone', parent: 'arms' },
    wall: { kind: 'wall', props: { end: [4, 0] } },
    door: { kind: 'opening', parent: 'wall', visible: false },
    note: { kind: 'annotation', name: 'Note', props: { text: 'A chiar' } },
    many: { kind: 'repeat', visible: false },
    one: { kind: 'box', parent: 'many' },
  },
};
type Members = Record<string, unknown> & { nodes: Record<string, object> };

function digestOf(members: object, more: { settings?: OutputSettings; object?: string } = {}): string {
  const content = filesContent(shownDocument(parseDocument(members)));
  const assets = [{ id: 'texture', main_object: more.object ?? 'object' }];
  return filesDigest({ content, settings: more.settings ?? SETTINGS, assets });
}

/** The scene with other fields of one node. */
function withNode(id: keyof typeof SCENE.nodes, fields: object, scene: Members = SCENE): Members {
  return { ...scene, nodes: { ...scene.nodes, [id]: { ...scene.nodes[id], ...fields } } };
}

describe('the digest of files', () => {
  it.each([
    ['in another order', { nodes: SCENE.nodes, materials: SCENE.materials }],
    ['with another environment', { ...SCENE, environment: { intensity: 3 }, camera: { fov: 20 } }],
    ['with another material of a hidden node', withNode('arm', { material: 'red' })],
    ['with another unused material', { ...SCENE, materials: { ...SCENE.materials, red: {} } }],
  ])('is the same for the scene %s', (_, members) => {
    expect(digestOf(members)).toBe(digestOf(SCENE));
  });

  it.each([
    ['material', { ...SCENE, materials: { ...SCENE.materials, oak: { color: '#0000ff' } } }],
    ['material of a node', withNode('seat', { material: 'red' })],
    ['name of an annotation', withNode('note', { name: 'Notice' })],
    ['text of an annotation', withNode('note', { props: { text: 'A chair' } })],
    ['visibility', withNode('arms', { visible: true })],
    ['hidden door, which cuts its wall', withNode('door', { props: { width: 2 } })],
    ['movement', { ...SCENE, motions: { turn: { node: 'seat' } } }],
  ])('differs for another %s', (_, members) => {
    expect(digestOf(members)).not.toBe(digestOf(SCENE));
  });

  it('differs for a hidden node that a click shows', () => {
    const interactions = { click: { node: 'seat', actions: [{ kind: 'show', node: 'arms', mode: 'on' }] } };
    const scene = { ...SCENE, interactions };
    expect(digestOf(withNode('arm', { material: 'red' }, scene))).not.toBe(digestOf(scene));
  });

  it('differs for other credits and other files', () => {
    const settings = { ...SETTINGS, credits: { ...SETTINGS.credits, creator: 'Eva' } };
    expect(digestOf(SCENE, { settings })).not.toBe(digestOf(SCENE));
    expect(digestOf(SCENE, { object: 'other' })).not.toBe(digestOf(SCENE));
  });
});
