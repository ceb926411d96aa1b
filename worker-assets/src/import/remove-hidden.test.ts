import { Document } from '@gltf-transform/core';
import { KHRNodeVisibility } from '@gltf-transform/extensions';
import { expect, it } from 'vitest';
import { removeHidden } from './remove-hidden.ts';

it('removeHidden removes the meshes of hidden nodes and keeps the nodes', () => {
  const document = new Document();
  const extension = document.createExtension(KHRNodeVisibility);
  const shows = (name: string) => document.createNode(name).setMesh(document.createMesh(name));
  const hidden = document.createNode('Hidden').addChild(shows('Inner'));
  hidden.setExtension('KHR_node_visibility', extension.createVisibility().setVisible(false));
  const said = shows('Said').setExtension(
    'KHR_node_visibility',
    extension.createVisibility().setVisible(true),
  );
  document.createScene().addChild(hidden).addChild(said).addChild(shows('Plain'));
  expect(removeHidden(document)).toBe(1);
  const nodes = document.getRoot().listNodes();
  expect(nodes.map((node) => [node.getName(), node.getMesh() !== null])).toEqual([
    ['Hidden', false],
    ['Inner', false],
    ['Said', true],
    ['Plain', true],
  ]);
  expect(document.getRoot().listExtensionsUsed()).toEqual([]);
});
