import { type BufferGeometry, ShapeUtils, Vector2 } from 'three';
import type { z } from 'zod';
import { FacetMesh, type TextureCorner } from '../facet-mesh.ts';
import type { PlanPoint } from '../plan.ts';
import { bendStops } from './bend-stops.ts';
import { headingAt, placeOn, pointOn, type WallLine, type WallPlan, wallLine } from './line.ts';
import { straightPart, unroll, type WallOutline } from './outline.ts';
import { pieceAt, type WallNeighbours, wallPieces } from './pieces.ts';
import type { wallProps } from './schema.ts';
import type { WALL_SLOTS } from './slots.ts';
import { type Column, columnsAround, type OpeningPlan, openingSpan, type Span } from './spans.ts';

/** Inputs of a wall's geometry; openings lie within the wall. */
export type WallShape = { wall: WallPlan; height: number; pieces: { outline: WallOutline; spans: Span[] }[] };

/** Nodes tied to a wall: its neighbours of the same parent, and its openings. */
export type WallRelated = WallNeighbours & { openings: readonly OpeningPlan[] };

/** Maximum number of openings in a wall; further ones are not cut. */
const MAX_OPENINGS = 200;
const SLOT = { left: 0, right: 1, rest: 2 } as const satisfies Record<(typeof WALL_SLOTS)[number], number>;

/** Surface of a wall, joined with its neighbours and cut at its openings; null for a wall without length. */
export const wallGeometry = {
  share(props: z.output<typeof wallProps>, related: WallRelated) {
    const { start, end, thickness, justification, curve, height } = props;
    const wall: WallPlan = { start, end, thickness, justification, curve };
    const pieces = wallPieces(wall, related);
    if (pieces.length === 0) {
      return null;
    }
    const openings = related.openings.slice(0, MAX_OPENINGS);
    const shape: WallShape = {
      ...{ wall, height },
      pieces: pieces.map((piece) => {
        const own = openings.filter(({ offset }) => pieceAt(pieces, offset) === piece);
        const spans = own.flatMap((opening) => openingSpan(opening, { ...piece, height }) ?? []);
        return { outline: piece.outline, spans };
      }),
    };
    return { key: `wall:${JSON.stringify(shape)}`, shape, scale: [1, 1, 1] as [number, number, number] };
  },
  build(shape: WallShape): BufferGeometry {
    const line = wallLine(shape.wall);
    const mesh = new FacetMesh();
    if (line?.arc) {
      addCurved(mesh, shape, line);
    } else if (line) {
      for (const piece of shape.pieces) {
        addPiece(mesh, { ...piece, height: shape.height, bends: [], bent: (point) => point }, line);
      }
    }
    return mesh.build();
  },
};

/** Builds a curved wall as a straight one, in parts short enough to bend, and bends them. */
function addCurved(mesh: FacetMesh, { pieces, height }: WallShape, line: WallLine): void {
  const bends = bendStops(line);
  const flat: WallLine = { ...line, start: [0, 0], along: [1, 0], left: [0, -1], arc: null };
  const bent = ([far, z]: PlanPoint) => pointOn(line, far, -z);
  for (const { outline, spans } of pieces) {
    addPiece(mesh, { outline: unrolled(outline, line), spans, height, bends, bent }, flat);
  }
  mesh.bend(0, (far, z) => ({ at: bent([far, z]), heading: headingAt(line, far) }));
}

function unrolled({ left, right, start, end }: WallOutline, line: WallLine): WallOutline {
  const flat = (point: PlanPoint) => unroll(line, point);
  return {
    left: [flat(left[0]), flat(left[1])],
    right: [flat(right[0]), flat(right[1])],
    ...{ start: start.map(flat), end: end.map(flat) },
  };
}

/** A cut across the wall: a point on either side, and the heights of all edges there. */
type Stop = { left: PlanPoint; right: PlanPoint; levels: number[] };

/**
 * A part of a wall. `bends` are the distances of additional cuts for bending, and `bent` maps points of the
 * plan to their bent position.
 */
type Piece = WallShape['pieces'][number] & {
  height: number;
  bends: readonly number[];
  bent: (point: PlanPoint) => PlanPoint;
};

function addPiece(mesh: FacetMesh, { outline, height, spans, bends, bent }: Piece, line: WallLine): void {
  const columns = columnsAround(spans, { ...straightPart(outline, line), height }, bends);
  const stops = stopsOf(columns, line, { outline, isBent: bends.length > 0 });
  const put = putter(mesh, line);
  for (const [i, column] of columns.entries()) {
    const [from, to] = [stops[i], stops[i + 1]];
    if (from && to) {
      addSides(put, column, from, to);
      addLevels(put, {
        column,
        from,
        to,
        outline,
        bent,
        isFirst: i === 0,
        isLast: i === columns.length - 1,
      });
      addJambs(put, column, columns[i + 1], to);
    }
  }
  addEnds(put, outline, height);
}

function stopsOf(
  columns: readonly Column[],
  line: WallLine,
  { outline, isBent }: { outline: WallOutline; isBent: boolean },
): Stop[] {
  // A curved wall is mitred along its tangent; its sides return to the offset of its line immediately.
  const on = (side: 'left' | 'right', far: number) =>
    isBent ? pointOn(line, far, line.edges[side]) : across(outline[side], line, far);
  const first: Stop = { left: outline.left[0], right: outline.right[0], levels: levelsOf(columns[0]) };
  const others = columns.map((column, i): Stop => {
    const next = columns[i + 1];
    const levels = levelsOf(column, next);
    return next
      ? { left: on('left', column.to), right: on('right', column.to), levels }
      : { left: outline.left[1], right: outline.right[1], levels };
  });
  return [first, ...others];
}

/** Heights of all edges on either side of a cut. */
function levelsOf(...columns: readonly (Column | undefined)[]): number[] {
  return [...new Set(columns.flatMap((column) => column?.solid.flat() ?? []))].sort((a, b) => a - b);
}

/** Point of a side at a distance along the wall. */
function across([from, to]: readonly [PlanPoint, PlanPoint], line: WallLine, far: number): PlanPoint {
  const [start, end] = [placeOn(line, from).far, placeOn(line, to).far];
  const share = (far - start) / (end - start);
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

type Slot = (typeof SLOT)[keyof typeof SLOT];
type Spot = readonly [point: PlanPoint, y: number];
/** Adds a polygon's triangles; `uvOf` maps a position on the wall to the texture. */
type Put = (
  spots: readonly Spot[],
  triangles: readonly (readonly number[])[],
  slot: Slot,
  uvOf: (far: number, aside: number, y: number) => TextureCorner,
) => void;

function putter(mesh: FacetMesh, line: WallLine): Put {
  return (spots, triangles, slot, uvOf) => {
    const first = mesh.count;
    for (const [point, y] of spots) {
      const { far, aside } = placeOn(line, point);
      mesh.vertex([point[0], y, point[1]], uvOf(far, aside, y));
    }
    for (const [a = 0, b = 0, c = 0] of triangles) {
      mesh.face(first + a, first + b, first + c, slot);
    }
  };
}

const QUAD = [
  [0, 1, 2],
  [0, 2, 3],
];
const alongUp = (far: number, _: number, y: number): TextureCorner => [far, y];
const backUp = (far: number, _: number, y: number): TextureCorner => [-far, y];
const asideUp = (_: number, aside: number, y: number): TextureCorner => [aside, y];
const alongAside = (far: number, aside: number): TextureCorner => [far, aside];

/**
 * Adds both sides of a column. Vertices from neighbouring holes are kept on its edges, to avoid T-junctions.
 */
function addSides(put: Put, column: Column, from: Stop, to: Stop): void {
  for (const [bottom, top] of column.solid) {
    const within = (levels: readonly number[]) => levels.filter((y) => y >= bottom && y <= top);
    const [near, far] = [within(from.levels), within(to.levels)];
    const triangles = zip(near, far);
    const spots = (side: 'left' | 'right'): Spot[] => [
      ...near.map((y): Spot => [from[side], y]),
      ...far.map((y): Spot => [to[side], y]),
    ];
    put(spots('right'), triangles, SLOT.right, alongUp);
    put(
      spots('left'),
      triangles.map(([a = 0, b = 0, c = 0]) => [a, c, b]),
      SLOT.left,
      backUp,
    );
  }
}

/**
 * Triangulates the strip between two vertical lines of vertices, with the faces pointing right of the
 * direction across.
 */
function zip(near: readonly number[], far: readonly number[]): number[][] {
  const triangles: number[][] = [];
  let [i, j] = [0, 0];
  while (i < near.length - 1 || j < far.length - 1) {
    const [nextNear, nextFar] = [near[i + 1], far[j + 1]];
    const isNear = nextFar === undefined || (nextNear !== undefined && nextNear <= nextFar);
    if (isNear) {
      triangles.push([i, near.length + j, i + 1]);
      i += 1;
    } else {
      triangles.push([i, near.length + j, near.length + j + 1]);
      j += 1;
    }
  }
  return triangles;
}

type LevelsOf = {
  column: Column;
  from: Stop;
  to: Stop;
  outline: WallOutline;
  bent: Piece['bent'];
  isFirst: boolean;
  isLast: boolean;
};

/** Adds the horizontal faces of a column: its top, its foot, and those of its holes. */
function addLevels(put: Put, { column, from, to, outline, bent, isFirst, isLast }: LevelsOf): void {
  const plan = [
    from.right,
    to.right,
    ...(isLast ? outline.end : []),
    to.left,
    from.left,
    ...(isFirst ? outline.start.toReversed() : []),
  ];
  const triangles = ShapeUtils.triangulateShape(
    plan.map(bent).map(([x, z]) => new Vector2(x, -z)),
    [],
  );
  for (const [bottom, top] of column.solid) {
    put(
      plan.map((point): Spot => [point, top]),
      triangles,
      SLOT.rest,
      alongAside,
    );
    put(
      plan.map((point): Spot => [point, bottom]),
      triangles.map(([a = 0, b = 0, c = 0]) => [a, c, b]),
      SLOT.rest,
      alongAside,
    );
  }
}

/** Adds the vertical faces of holes between a column and the next. */
function addJambs(put: Put, column: Column, next: Column | undefined, { left, right, levels }: Stop): void {
  if (!next) {
    return;
  }
  const isSolid = ({ solid }: Column, y: number) => solid.some(([bottom, top]) => y > bottom && y < top);
  for (const [i, bottom] of levels.slice(0, -1).entries()) {
    const top = levels[i + 1] ?? bottom;
    const middle = (bottom + top) / 2;
    const [here, there] = [isSolid(column, middle), isSolid(next, middle)];
    if (here !== there) {
      const [near, far] = here ? [right, left] : [left, right];
      put(
        [
          [near, bottom],
          [far, bottom],
          [far, top],
          [near, top],
        ],
        QUAD,
        SLOT.rest,
        asideUp,
      );
    }
  }
}

/** Adds the vertical faces at both ends of a wall. */
function addEnds(put: Put, { left, right, start, end }: WallOutline, height: number): void {
  const lines = [
    [right[1], ...end, left[1]],
    [left[0], ...start.toReversed(), right[0]],
  ];
  for (const line of lines) {
    for (const [i, from] of line.slice(0, -1).entries()) {
      const to = line[i + 1] ?? from;
      put(
        [
          [from, 0],
          [to, 0],
          [to, height],
          [from, height],
        ],
        QUAD,
        SLOT.rest,
        asideUp,
      );
    }
  }
}
