import { type AnimationSampler, Document, type Node } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { AnimatedNodes } from './curves.ts';

type Path = 'translation' | 'rotation' | 'scale' | 'weights';
type Keys = {
  times: number[];
  values: number[];
  interpolation?: ReturnType<AnimationSampler['getInterpolation']>;
};

const TYPES = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const;

/** A document with one node, animated along a path in as many clips as there are keys. */
function animate(path: Path, ...clips: Keys[]): { node: Node; transforms: AnimatedNodes } {
  const document = new Document();
  const node = document.createNode('Moving');
  for (const { times, values, interpolation = 'LINEAR' } of clips) {
    const input = document.createAccessor().setType('SCALAR').setArray(new Float32Array(times));
    const output = document.createAccessor().setType(TYPES[path]).setArray(new Float32Array(values));
    const sampler = document.createAnimationSampler().setInput(input).setOutput(output);
    sampler.setInterpolation(interpolation);
    const channel = document
      .createAnimationChannel()
      .setTargetNode(node)
      .setTargetPath(path)
      .setSampler(sampler);
    document.createAnimation().addSampler(sampler).addChannel(channel);
  }
  return { node, transforms: new AnimatedNodes(document.getRoot().listAnimations()[0] ?? null) };
}

const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 4));

describe('an animated transform', () => {
  it('is linear between keys and constant beyond the ends', () => {
    const { node, transforms } = animate('translation', { times: [1, 3], values: [0, 0, 0, 4, 2, 0] });
    const curve = transforms.curve(node, 'translation');
    expect(curve?.times).toEqual([1, 3]);
    expect(curve?.at(2)).toEqual(near([2, 1, 0]));
    expect(curve?.at(0)).toEqual([0, 0, 0]);
    expect(curve?.at(9)).toEqual([4, 2, 0]);
    expect(transforms.endSeconds).toBe(3);
  });

  it('rotates along the shortest arc', () => {
    const quarter = Math.SQRT1_2;
    const { node, transforms } = animate('rotation', {
      times: [0, 1],
      values: [0, 0, 0, 1, 0, quarter, 0, quarter],
    });
    const eighth = Math.PI / 8;
    expect(transforms.curve(node, 'rotation')?.at(0.5)).toEqual(
      near([0, Math.sin(eighth), 0, Math.cos(eighth)]),
    );
  });

  it('holds a step until just before the next key', () => {
    const steps: Keys = { times: [0, 1, 2], values: [0, 0, 0, 5, 0, 0, 9, 0, 0], interpolation: 'STEP' };
    const { node, transforms } = animate('translation', steps);
    const curve = transforms.curve(node, 'translation');
    expect(curve?.times).toEqual(near([0, 0.999, 1, 1.999, 2]));
    expect(curve?.times.map((time) => curve.at(time)[0])).toEqual([0, 0, 5, 5, 9]);
  });

  it('approximates a spline by short linear segments', () => {
    // In-tangent, value, out-tangent for each key; flat tangents make an ease in and out.
    const values = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0];
    const { node, transforms } = animate('translation', {
      times: [0, 1],
      values,
      interpolation: 'CUBICSPLINE',
    });
    const curve = transforms.curve(node, 'translation');
    expect(curve?.times.length).toBeGreaterThanOrEqual(30);
    expect(curve?.at(0.25)).toEqual(near([1.25, 0, 0]));
    expect(curve?.at(0.5)).toEqual(near([4, 0, 0]));
    expect(curve?.at(1)).toEqual([8, 0, 0]);
  });

  it('has one weight per target at any time', () => {
    const { node, transforms } = animate('weights', { times: [0, 1], values: [0, 1, 1, 0] });
    expect(transforms.curve(node, 'weights')?.at(0.25)).toEqual(near([0.25, 0.75]));
    expect(transforms.isMoving(node)).toBe(false);
  });

  it('is absent for static nodes', () => {
    const { transforms } = animate('scale');
    expect(transforms.isMoving(new Document().createNode())).toBe(false);
    expect(transforms.endSeconds).toBe(0);
  });
});
