import { type BufferGeometry, MathUtils } from 'three';
import type { z } from 'zod';
import { type Corner, FacetMesh } from '../facet-mesh.ts';
import type { PlanPoint } from '../plan.ts';
import { facesAlong } from '../wall/bend-stops.ts';
import { headingAt, pointOn, type WallPlan, wallLine } from '../wall/line.ts';
import { pieceAt, type WallNeighbours, wallPieces } from '../wall/pieces.ts';
import { type OpeningPlan, openingSpan, type Span } from '../wall/spans.ts';
import type { openingProps } from './schema.ts';
import type { OPENING_SLOTS } from './slots.ts';

/** Context of an opening: its wall, and the wall's neighbours of the same parent. */
export type OpeningRelated = WallNeighbours & { wall: WallPlan & { height: number } };

/**
 * Placement of an opening in wall space: `position` is the middle of its foot within the wall's thickness,
 * `angle` is the rotation about +Y that aligns +X with the wall, +Z then points out of its right side. `span`
 * is the extent that is cut out of the wall. `bend` is present in a curved wall: the radius of the
 * wall's line, negative where the centre is on the left, and the offset of `position` to the left of that
 * line. Metres and radians.
 */
type OpeningPlacement = {
  position: readonly [number, number, number];
  angle: number;
  span: Span;
  thickness: number;
  bend: { radius: number; aside: number } | null;
};

type OpeningProps = z.output<typeof openingProps>;

/** Inputs of an opening's geometry. */
export type OpeningShape = Pick<
  OpeningProps,
  'type' | 'hinge' | 'flipped' | 'open' | 'frame' | 'columns' | 'rows'
> &
  Omit<OpeningPlacement, 'span'> & { width: number; height: number };

const SLOT = {
  frame: 0,
  leaf: 1,
  handle: 2,
  glass: 3,
} as const satisfies Record<(typeof OPENING_SLOTS)[number], number>;
/**
 * Distance by which a frame protrudes from its wall on either side, to avoid coplanar faces. Metres, like all
 * below.
 */
const PROUD = 0.01;
const LEAF = 0.04;
const GLASS = 0.006;
const BAR = { width: 0.03, depth: 0.04 };
/** Gap on every side between a leaf and its frame. */
const GAP = 0.003;
const HANDLE = { height: 1.05, inset: 0.06, length: 0.12, thick: 0.018, out: 0.05 };

/** Geometry of an opening's frame and leaf, in wall space; null for a hole. */
export const openingGeometry = {
  share(props: OpeningProps, related: OpeningRelated) {
    const placement = openingPlacement(props, related);
    if (!placement || props.type === 'hole') {
      return null;
    }
    const { type, hinge, flipped, frame, columns, rows } = props;
    const open = type === 'door' ? props.open : 0;
    const { position, angle, thickness, span, bend } = placement;
    const size = { width: span.to - span.from, height: span.top - span.bottom };
    const shape: OpeningShape = {
      ...{ type, hinge, flipped, open, frame, columns, rows },
      ...{ position, angle, thickness, bend },
      ...size,
    };
    return { key: `opening:${JSON.stringify(shape)}`, shape, scale: [1, 1, 1] as [number, number, number] };
  },
  build(shape: OpeningShape): BufferGeometry {
    const mesh = new FacetMesh();
    const clear = addFrame(mesh, shape);
    bendFrom(mesh, 0, shape);
    if (shape.type === 'door') {
      addDoor(mesh, shape, clear);
    } else {
      addWindow(mesh, shape, clear);
    }
    return mesh
      .build()
      .rotateY(shape.angle)
      .translate(...shape.position);
  },
};

type Bend = NonNullable<OpeningShape['bend']>;
/** A box between two opposite corners, optionally bent. */
type Block = { from: Corner; to: Corner; bend: Bend | null };
/** Clear area within a frame, as seen from the right side of the wall. */
type Clear = { left: number; right: number; bottom: number; top: number };

/** Bends a point of an opening into a curved wall; the opening stays straight in its middle. */
function bent({ radius, aside }: Bend, x: number, z: number): { at: PlanPoint; heading: PlanPoint } {
  const heading: PlanPoint = [Math.cos(x / radius), Math.sin(x / radius)];
  const out = radius + aside - z;
  return { at: [out * heading[1], radius + aside - out * heading[0]], heading };
}

function bendFrom(mesh: FacetMesh, first: number, { bend }: OpeningShape): void {
  if (bend) {
    mesh.bend(first, (x, z) => bent(bend, x, z));
  }
}

/** Splits a length along a wall into segments that are short enough to bend. */
function partsAlong(from: number, to: number, bend: Bend | null): (readonly [from: number, to: number])[] {
  const count = bend ? facesAlong(bend.radius, to - from) : 1;
  const at = (i: number) => (i === count ? to : from + ((to - from) * i) / count);
  return Array.from({ length: count }, (_, i) => [at(i), at(i + 1)] as const);
}

/** Adds jambs and a head, and a sill for windows. */
function addFrame(mesh: FacetMesh, shape: OpeningShape): Clear {
  const { width, height, thickness, type, bend } = shape;
  const frame = Math.min(shape.frame, width / 4, height / 4);
  const [x, z] = [width / 2, thickness / 2 + PROUD];
  const sill = type === 'window' ? frame : 0;
  if (frame > 0) {
    addBlock(mesh, { from: [-x, 0, -z], to: [frame - x, height, z], bend }, SLOT.frame);
    addBlock(mesh, { from: [x - frame, 0, -z], to: [x, height, z], bend }, SLOT.frame);
    addBlock(mesh, { from: [frame - x, height - frame, -z], to: [x - frame, height, z], bend }, SLOT.frame);
  }
  if (sill > 0) {
    addBlock(mesh, { from: [frame - x, 0, -z], to: [x - frame, sill, z], bend }, SLOT.frame);
  }
  return { left: frame - x, right: x - frame, bottom: sill, top: height - frame };
}

/** Adds a leaf on the side that it opens to, with handles on both faces. */
function addDoor(mesh: FacetMesh, shape: OpeningShape, clear: Clear): void {
  const { hinge, flipped, open, thickness, bend } = shape;
  const first = mesh.count;
  const gap = Math.min(GAP, (clear.right - clear.left) / 8, clear.top / 8);
  const depth = Math.min(LEAF, thickness);
  const front = thickness / 2;
  const [back, face] = flipped ? [-front, depth - front] : [front - depth, front];
  addBlock(
    mesh,
    { from: [clear.left + gap, gap, back], to: [clear.right - gap, clear.top - gap, face], bend },
    SLOT.leaf,
  );
  addHandles(mesh, { hinge, back, face, bend }, clear);
  bendFrom(mesh, first, shape);
  // Rotation axis at the edge that protrudes from the wall.
  const axis = [hinge === 'left' ? clear.left + gap : clear.right - gap, flipped ? back : face] as const;
  mesh.turn(
    first,
    bend ? bent(bend, ...axis).at : axis,
    MathUtils.degToRad((hinge === 'left') === flipped ? open : -open),
  );
}

function addHandles(
  mesh: FacetMesh,
  { hinge, back, face, bend }: Pick<OpeningShape, 'hinge' | 'bend'> & { back: number; face: number },
  clear: Clear,
): void {
  const { height, inset, length, thick, out } = HANDLE;
  if (clear.right - clear.left < 3 * length || clear.top < height + inset) {
    return;
  }
  const near = hinge === 'left' ? clear.right - inset : clear.left + inset;
  const [from, to] = hinge === 'left' ? [near - length, near] : [near, near + length];
  const neck = hinge === 'left' ? ([to - thick, to] as const) : ([from, from + thick] as const);
  for (const [base, tip] of [
    [face, face + out],
    [back, back - out],
  ] as const) {
    const bar = tip > base ? tip - thick : tip + thick;
    const blocks: Omit<Block, 'bend'>[] = [
      { from: [neck[0], height, Math.min(base, bar)], to: [neck[1], height + thick, Math.max(base, bar)] },
      { from: [from, height, Math.min(bar, tip)], to: [to, height + thick, Math.max(bar, tip)] },
    ];
    for (const block of blocks) {
      addBlock(mesh, { ...block, bend }, SLOT.handle);
    }
  }
}

/** Adds a pane of glass, divided by bars. */
function addWindow(mesh: FacetMesh, shape: OpeningShape, clear: Clear): void {
  const { columns, rows, thickness, bend } = shape;
  const first = mesh.count;
  const glass = Math.min(GLASS, thickness / 2) / 2;
  addBlock(
    mesh,
    { from: [clear.left, clear.bottom, -glass], to: [clear.right, clear.top, glass], bend },
    SLOT.glass,
  );
  const bar = (from: number, to: number, count: number) => Math.min(BAR.width, (to - from) / (4 * count)) / 2;
  const z = Math.min(BAR.depth, thickness) / 2;
  const [x, y] = [bar(clear.left, clear.right, columns), bar(clear.bottom, clear.top, rows)];
  for (const at of between(clear.left, clear.right, columns)) {
    addBlock(mesh, { from: [at - x, clear.bottom, -z], to: [at + x, clear.top, z], bend }, SLOT.frame);
  }
  for (const at of between(clear.bottom, clear.top, rows)) {
    addBlock(mesh, { from: [clear.left, at - y, -z], to: [clear.right, at + y, z], bend }, SLOT.frame);
  }
  bendFrom(mesh, first, shape);
}

function between(from: number, to: number, parts: number): number[] {
  return Array.from({ length: parts - 1 }, (_, i) => from + ((to - from) * (i + 1)) / parts);
}

/**
 * Adds a box with texture coordinates in metres; faces along the wall are subdivided for bending. Annotations store
 * triangles by their number, so their order must stay.
 */
function addBlock(
  mesh: FacetMesh,
  { from: [x, y, z], to: [toX, toY, toZ], bend }: Block,
  slot: number,
): void {
  const add = (from: Corner, to: Corner, axes: FaceAxes) => addFace(mesh, { from, to, axes }, slot);
  const parts = partsAlong(x, toX, bend);
  for (const [from, to] of parts) {
    add([from, y, toZ], [to, toY, toZ], [0, 1]);
    add([to, y, z], [from, toY, z], [0, 1]);
  }
  add([toX, y, toZ], [toX, toY, z], [2, 1]);
  add([x, y, z], [x, toY, toZ], [2, 1]);
  for (const [from, to] of parts) {
    add([from, toY, toZ], [to, toY, z], [0, 2]);
    add([from, y, z], [to, y, toZ], [0, 2]);
  }
}

/** Axes of the first and second edge of a face: 0 is X, 1 is Y and 2 is Z. */
type FaceAxes = readonly [u: 0 | 2, v: 1 | 2];

/** Adds a rectangle between two opposite corners, parallel to two axes. */
function addFace(
  mesh: FacetMesh,
  { from, to, axes: [u, v] }: { from: Corner; to: Corner; axes: FaceAxes },
  slot: number,
): void {
  const movedAlong = (axis: number): Corner => [
    axis === 0 ? to[0] : from[0],
    axis === 1 ? to[1] : from[1],
    axis === 2 ? to[2] : from[2],
  ];
  const corners = [from, movedAlong(u), to, movedAlong(v)] as const;
  mesh.quad(
    corners,
    corners.map((corner) => [corner[u], corner[v]] as const),
    slot,
  );
}

/** Placement of an opening, or null in a wall without room for it; the node's transform is ignored. */
export function openingPlacement(
  opening: OpeningPlan,
  { wall, ...neighbours }: OpeningRelated,
): OpeningPlacement | null {
  const [line, piece] = [wallLine(wall), pieceAt(wallPieces(wall, neighbours), opening.offset)];
  const span = piece && openingSpan(opening, { ...piece, height: wall.height });
  if (!line || !span) {
    return null;
  }
  const [far, aside] = [(span.from + span.to) / 2, (line.edges.left + line.edges.right) / 2];
  const [[x, z], heading] = [pointOn(line, far, aside), headingAt(line, far)];
  return {
    position: [x, span.bottom, z],
    angle: Math.atan2(-heading[1], heading[0]),
    span,
    thickness: wall.thickness,
    bend: line.arc && { radius: line.arc.radius, aside },
  };
}
