import type { BufferGeometry } from 'three';
import { extrude } from '../extrude.ts';
import { floorTie } from '../floor/floor-tie.ts';
import type { PlanPoint } from '../plan.ts';
import type { NodeTraits } from '../traits.ts';

export const stairsTraits: NodeTraits<'stairs'> = {
  role: 'surface',
  shape: ({ width, rise, run, steps }) => ({
    key: `stairs:${steps}`,
    scale: [width, rise, run],
    textureMapping: 'projected',
    build: () => buildUnit(steps),
  }),
  ties: (id) => [floorTie(id)],
};

/** Unit stairs with steps one wide, one high and one deep, which are scaled for all others. */
function buildUnit(steps: number): BufferGeometry {
  // Side profile of the flight as a plan: −Z is up, +X is forward.
  const side = Array.from({ length: steps }, (_, step): PlanPoint[] => [
    [step, -step - 1],
    [step + 1, -step - 1],
  ]);
  const outline: PlanPoint[] = [[0, 0], ...side.flat(), [steps, 0]];
  return extrude({ outline, height: 1 })
    .rotateX(Math.PI / 2)
    .rotateY(Math.PI / 2)
    .translate(-0.5, -steps / 2, steps / 2);
}
