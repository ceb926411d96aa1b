import { Vector3 } from 'three';
import { expect, it } from 'vitest';
import { turnAround } from './pictures-panel.tsx';

const view = { position: new Vector3(3, 2, 1), target: new Vector3(1, 1, 1) };

it('the turntable camera circles its target at constant height and distance', () => {
  expect(turnAround(view, 0).position.toArray()).toEqual([3, 2, 1]);
  const half = turnAround(view, 0.5);
  expect(half.position.x).toBeCloseTo(-1);
  expect(half.position.y).toBeCloseTo(2);
  expect(half.target.toArray()).toEqual([1, 1, 1]);
  for (const share of [0.1, 0.35, 0.8]) {
    expect(turnAround(view, share).position.distanceTo(view.target)).toBeCloseTo(Math.sqrt(5));
  }
});
