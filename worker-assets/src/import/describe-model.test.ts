import type { Document } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { morphedDocument } from '../test/sample-documents.ts';
import { describeModel } from './describe-model.ts';

/** Left and upper bounds of the square, whose sides are one metre long. */
function reach(document: Document): (number | undefined)[] {
  const { min, max } = describeModel(document).bounds;
  return [min[0], max[1]];
}

describe('the bounds of a model with morph targets', () => {
  it.each([
    ['with zero weights', [0, 0], [0, 1]],
    ['with the weights of its mesh', [0.5, 1], [-1, 1.5]],
  ])('match its rest pose %s', (_, shares, expected) => {
    const document = morphedDocument();
    document.getRoot().listMeshes()[0]?.setWeights(shares);
    expect(reach(document)).toEqual(expected);
  });

  it('use the weights of the node if it has any', () => {
    const document = morphedDocument();
    const [node] = document.getRoot().listNodes();
    node?.setWeights([1, 0]).getMesh()?.setWeights([0, 1]);
    expect(reach(document)).toEqual([0, 2]);
  });
});
