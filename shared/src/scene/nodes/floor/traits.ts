import { extrude } from '../extrude.ts';
import type { NodeTraits } from '../traits.ts';
import { floorTie } from './floor-tie.ts';
import { boundPlan, type FloorPlan, floorPlan, slabOutline } from './plan.ts';

export const floorTraits: NodeTraits<'floor'> = {
  role: 'surface',
  shape: (props, { id, node, ties }) => {
    const tied = new Map(ties.tiedTo(id).map((other) => [other.id, other.node]));
    const find = (other: string) => tied.get(other);
    const bound = floorPlan(node, find);
    const { side, thickness } = props;
    const shared = [...tied.values()].flatMap((other) =>
      other.kind === 'floor' && other.props.side === side ? other.props.walls : [],
    );
    const isBound = boundPlan(node, find) !== null;
    const slab = isBound ? slabOutline(node, find, (wall) => shared.includes(wall)) : null;
    const plan = bound && { ...bound, outline: slab ?? bound.outline };
    return (
      plan && {
        key: `floor:${JSON.stringify({ plan, side, thickness })}`,
        scale: [1, 1, 1],
        textureMapping: 'metres',
        build: () => build(plan, side === 'floor' ? -thickness : 0, thickness),
      }
    );
  },
  // The walls determine its placement.
  isPlaceless: ({ walls }) => walls.length > 0,
  ties: (_id, { props: { walls, stairs } }) => [...walls, ...stairs].map(floorTie),
  renamed: ({ walls, stairs }, rename) => ({
    // A copy without the walls is on its own.
    walls: walls.every((id) => rename(id) !== undefined) ? walls.map((id) => rename(id) ?? id) : [],
    stairs: stairs.flatMap((id) => rename(id) ?? []),
  }),
};

function build({ outline, holes, level }: FloorPlan, foot: number, thickness: number) {
  return extrude({ outline, holes, height: thickness }).translate(0, level + foot, 0);
}
