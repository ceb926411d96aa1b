import { Node } from '@gltf-transform/core';
import { BoxGeometry } from 'three';
import { describe, expect, it } from 'vitest';
import { drawnOf, optimized } from '../test/optimized.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';
import { morphed, skinned } from '../test/size-corpus/moving.ts';
import { instanceMeshes } from './instance-meshes.ts';

const COUNT = 6;

it('nodes of one mesh are collected without copying the list for each', () => {
  const builder = new ModelBuilder();
  const mesh = builder.mesh('Box', new BoxGeometry());
  const count = 200;
  for (let i = 0; i < count; i += 1) {
    builder.place(`Box ${i}`, mesh, [i * 3, 0, 0]);
  }
  let copied = 0;
  const iterate = Array.prototype[Symbol.iterator];
  const counting = function (this: unknown[]) {
    copied += this[0] instanceof Node ? this.length : 0;
    return iterate.call(this);
  };
  const set = (value: unknown) => Object.defineProperty(Array.prototype, Symbol.iterator, { value });
  set(counting);
  instanceMeshes(builder.document);
  set(iterate);
  expect(copied).toBeLessThan(count * 10);
});

describe('repeated meshes', () => {
  it.each([
    ['lines', 1],
    ['points', 0],
  ] as const)('stay separate nodes as %s, next to instanced boxes', async (_, mode) => {
    const builder = new ModelBuilder();
    const mesh = builder.mesh('Mark', new BoxGeometry());
    mesh.listPrimitives()[0]?.setMode(mode);
    const box = builder.mesh('Box', new BoxGeometry(2, 2, 2));
    for (let i = 0; i < COUNT; i += 1) {
      builder
        .place(`Mark ${i}`, mesh, [i * 3, 0, 0])
        .addChild(builder.document.createNode(`Box ${i}`).setMesh(box).setTranslation([0, 3, 0]));
    }
    const nodes = drawnOf(await optimized(builder.document));
    const instanced = nodes.filter((node) => node.getExtension('EXT_mesh_gpu_instancing'));
    const marks = nodes.filter((node) => !instanced.includes(node));
    expect(instanced).toHaveLength(1);
    expect(marks).toHaveLength(COUNT);
    expect(marks.map((node) => node.getMesh()?.listPrimitives()[0]?.getMode())).toEqual(
      Array.from({ length: COUNT }, () => mode),
    );
    expect(new Set(marks.map((node) => node.getMesh())).size).toBe(1);
  });

  it('stay separate nodes if sheared, next to instances of the same mesh', async () => {
    const builder = new ModelBuilder();
    const box = builder.mesh('Box', new BoxGeometry());
    const wide = builder.place('Wide', null, [0, 0, 0]).setScale([5, 1, 1]);
    for (let i = 0; i < COUNT; i += 1) {
      builder.place(`Box ${i}`, box, [i * 3, 0, 0]);
    }
    wide.addChild(
      builder.document.createNode('Turned').setMesh(box).setRotation([0, 0.38268343, 0, 0.92387953]),
    );
    const nodes = drawnOf(await optimized(builder.document));
    expect(nodes.filter((node) => node.getExtension('EXT_mesh_gpu_instancing'))).toHaveLength(1);
    expect(nodes).toHaveLength(2);
  });

  it('stay separate nodes if they have different morph weights', async () => {
    const { document, scene } = morphed(3, 16);
    for (const animation of document.getRoot().listAnimations()) {
      animation.dispose();
    }
    const mesh = document.getRoot().listMeshes()[0] ?? null;
    const poses = Array.from({ length: COUNT }, (_, i) => [i / 10, 0, 0.5]);
    for (const [i, weights] of poses.entries()) {
      scene.addChild(
        document
          .createNode(`Face ${i}`)
          .setMesh(mesh)
          .setWeights(weights)
          .setTranslation([i * 3, 0, 0]),
      );
    }
    const nodes = drawnOf(await optimized(document));
    const faces = nodes.filter((node) => node.getName().startsWith('Face'));
    expect(faces.map((node) => node.getWeights())).toEqual(poses);
  });

  it('keep all joints of the skin if they hang on bones', async () => {
    const builder = await skinned(8, 12);
    const { document } = builder;
    for (const animation of document.getRoot().listAnimations()) {
      animation.dispose();
    }
    const joints = document.getRoot().listSkins()[0]?.listJoints() ?? [];
    const ring = builder.mesh('Ring', new BoxGeometry());
    for (const joint of joints) {
      joint.setMesh(ring);
    }
    const model = await optimized(document);
    expect(model.getRoot().listSkins()[0]?.listJoints()).toHaveLength(joints.length);
  });
});
