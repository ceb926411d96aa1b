import { type Box3, Vector3 } from 'three';
import { BoxTree } from './box-tree.ts';

/** The axes of the scene. */
export type Axis = 'x' | 'y' | 'z';

/** Line that shows an alignment; `gap` is the equal distance to another box in metres, or null. */
export type GuideLine = { from: Vector3; to: Vector3; axis: Axis; gap: number | null };

/** Shift that aligns a box, for the axes with a near candidate. */
type Guides = { shift: Partial<Record<Axis, number>>; lines: readonly GuideLine[] };

/** Moving box, its allowed axes, and the snap tolerance in metres. */
type GuideQuery = { box: Box3; axes: readonly Axis[]; tolerance: number };

type Candidate = { shift: number; linesOf: (box: Box3) => GuideLine[] };
/** Boxes with an edge or middle at one axis value, sorted along the next axis. */
type Group = { value: number; members: readonly number[] };

/** Largest difference of equal positions, in metres. */
const SAME = 1e-4;
/** Members of a group that are compared on each side to find the nearest. */
const NEIGHBOURS = 4;
/** Search limits for gaps: distance in box sizes and in metres, and number of boxes. */
const GAP_REACH = { sizes: 6, metres: 4, boxes: 48 } as const;

const NEXT: Readonly<Record<Axis, Axis>> = { x: 'z', y: 'x', z: 'x' };

/** Index of alignments for a dragged box: edges and middles of other boxes, and equal gaps. */
export class GuideIndex {
  readonly #boxes: readonly Box3[];
  readonly #tree: BoxTree;
  readonly #edges: Readonly<Record<Axis, readonly Group[]>>;
  readonly #middles: Readonly<Record<Axis, readonly Group[]>>;
  #compared = 0;

  constructor(boxes: readonly Box3[]) {
    this.#boxes = boxes;
    this.#tree = new BoxTree(boxes);
    const groups = (valuesOf: (box: Box3, axis: Axis) => number[]) => ({
      x: groupsOf(boxes, 'x', valuesOf),
      y: groupsOf(boxes, 'y', valuesOf),
      z: groupsOf(boxes, 'z', valuesOf),
    });
    this.#edges = groups(({ min, max }, axis) => [min[axis], max[axis]]);
    this.#middles = groups((box, axis) => [middleOf(box, axis)]);
  }

  /** Number of boxes examined so far. */
  get looked(): number {
    return this.#compared + this.#tree.looked;
  }

  /** Alignment of a box. */
  find({ box, axes, tolerance }: GuideQuery): Guides {
    const best = axes.flatMap((axis) => {
      const all = [...this.#alignments(box, axis), ...this.#gaps(box, axis)];
      const [nearest] = all
        .filter(({ shift }) => Math.abs(shift) <= tolerance)
        .sort((a, b) => Math.abs(a.shift) - Math.abs(b.shift));
      return nearest ? [{ axis, ...nearest }] : [];
    });
    const shift: Partial<Record<Axis, number>> = {};
    const snapped = box.clone();
    for (const { axis, shift: by } of best) {
      shift[axis] = by;
      snapped.min[axis] += by;
      snapped.max[axis] += by;
    }
    return { shift, lines: best.flatMap(({ linesOf }) => linesOf(snapped)) };
  }

  #alignments(box: Box3, axis: Axis): Candidate[] {
    const own: [number, readonly Group[]][] = [
      [box.min[axis], this.#edges[axis]],
      [box.max[axis], this.#edges[axis]],
      [middleOf(box, axis), this.#middles[axis]],
    ];
    return own.flatMap(([value, groups]) => {
      const group = nearestGroup(groups, value);
      return group
        ? [{ shift: group.value - value, linesOf: (snapped) => this.#alignLine(snapped, axis, group) }]
        : [];
    });
  }

  #alignLine(box: Box3, axis: Axis, group: Group): GuideLine[] {
    const other = this.#nearestOf(box, axis, group);
    if (!other) {
      return [];
    }
    const between = other.getCenter(new Vector3()).sub(box.getCenter(new Vector3()));
    const [a, b] = (['x', 'y', 'z'] as const).filter((one) => one !== axis);
    const along = a && b && Math.abs(between[a]) >= Math.abs(between[b]) ? a : (b ?? 'y');
    const from = footOf(box, axis).setComponent(indexOf(axis), group.value);
    const to = from.clone();
    from[along] = Math.min(box.min[along], other.min[along]);
    to[along] = Math.max(box.max[along], other.max[along]);
    return [{ from, to, axis, gap: null }];
  }

  /** Nearest box of a group along the next axis. */
  #nearestOf(box: Box3, axis: Axis, { members }: Group): Box3 | null {
    const next = NEXT[axis];
    const wanted = middleOf(box, next);
    const at = lowerBound(members.length, (i) => this.#middle(members[i], next) < wanted);
    let best: Box3 | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const index of members.slice(Math.max(at - NEIGHBOURS, 0), at + NEIGHBOURS)) {
      this.#compared += 1;
      const other = this.#boxes[index];
      const distance = other?.getCenter(new Vector3()).distanceToSquared(box.getCenter(new Vector3()));
      if (other && distance !== undefined && distance < least) {
        least = distance;
        best = other;
      }
    }
    return best;
  }

  /** Positions with equal gaps to both neighbours, or with a gap equal to the next one behind a neighbour. */
  #gaps(box: Box3, axis: Axis): Candidate[] {
    const { before, after } = this.#row(box, axis);
    const [left, left2] = before;
    const [right, right2] = after;
    const size = box.max[axis] - box.min[axis];
    const places: Candidate[] = [];
    const add = (min: number, pairs: (snapped: Box3) => [Box3, Box3][]) => {
      const linesOf = (snapped: Box3) => pairs(snapped).map(([a, b]) => gapLine(snapped, axis, a, b));
      places.push({ shift: min - box.min[axis], linesOf });
    };
    if (left && right && right.min[axis] - left.max[axis] > size) {
      const gap = (right.min[axis] - left.max[axis] - size) / 2;
      add(left.max[axis] + gap, (snapped) => [
        [left, snapped],
        [snapped, right],
      ]);
    }
    if (left && left2) {
      add(left.max[axis] + (left.min[axis] - left2.max[axis]), (snapped) => [
        [left2, left],
        [left, snapped],
      ]);
    }
    if (right && right2) {
      add(right.min[axis] - (right2.min[axis] - right.max[axis]) - size, (snapped) => [
        [snapped, right],
        [right, right2],
      ]);
    }
    return places;
  }

  /** The next two boxes in a row on each side, without boxes that overlap each other. */
  #row(box: Box3, axis: Axis): { before: Box3[]; after: Box3[] } {
    const size = box.getSize(new Vector3());
    const reach = Math.max(size.x, size.y, size.z) * GAP_REACH.sizes + GAP_REACH.metres;
    const corridor = box.clone();
    corridor.min[axis] -= reach;
    corridor.max[axis] += reach;
    for (const other of (['x', 'y', 'z'] as const).filter((one) => one !== axis)) {
      // Boxes that only touch the corridor, such as the floor below, are not in the row.
      const margin = Math.min(size[other] * 0.1, 0.01);
      corridor.min[other] += margin;
      corridor.max[other] -= margin;
    }
    const met = this.#tree.meeting(corridor, GAP_REACH.boxes).flatMap((index) => this.#boxes[index] ?? []);
    const slack = Math.min(size[axis] / 2, reach);
    const before = met.filter(({ max }) => max[axis] <= box.min[axis] + slack);
    const after = met.filter(({ min }) => min[axis] >= box.max[axis] - slack);
    return {
      before: spaced(
        before.sort((a, b) => b.max[axis] - a.max[axis]),
        (near, far) => far.max[axis] < near.min[axis] - SAME,
      ),
      after: spaced(
        after.sort((a, b) => a.min[axis] - b.min[axis]),
        (near, far) => far.min[axis] > near.max[axis] + SAME,
      ),
    };
  }

  #middle(index: number | undefined, axis: Axis): number {
    const box = this.#boxes[index ?? 0];
    return box ? middleOf(box, axis) : 0;
  }
}

function spaced(boxes: readonly Box3[], isApart: (near: Box3, far: Box3) => boolean): Box3[] {
  const [near] = boxes;
  const far = near && boxes.find((one) => isApart(near, one));
  return [near, far].filter((one) => one !== undefined);
}

function gapLine(box: Box3, axis: Axis, a: Box3, b: Box3): GuideLine {
  const from = box.getCenter(new Vector3()).setComponent(indexOf(axis), a.max[axis]);
  const to = from.clone().setComponent(indexOf(axis), b.min[axis]);
  return { from, to, axis, gap: b.min[axis] - a.max[axis] };
}

/** Anchor of a box's guide lines: its bottom, for horizontal lines. */
function footOf(box: Box3, axis: Axis): Vector3 {
  const middle = box.getCenter(new Vector3());
  return axis === 'y' ? middle : middle.setY(box.min.y);
}

function groupsOf(
  boxes: readonly Box3[],
  axis: Axis,
  valuesOf: (box: Box3, axis: Axis) => number[],
): Group[] {
  const entries = boxes
    .flatMap((box, index) => valuesOf(box, axis).map((value) => ({ value, index })))
    .sort((a, b) => a.value - b.value);
  const groups: { value: number; members: number[] }[] = [];
  for (const { value, index } of entries) {
    const last = groups.at(-1);
    if (last && value - last.value <= SAME) {
      last.members.push(index);
    } else {
      groups.push({ value, members: [index] });
    }
  }
  const next = NEXT[axis];
  const at = (index: number) => (boxes[index] ? middleOf(boxes[index], next) : 0);
  for (const { members } of groups) {
    members.sort((a, b) => at(a) - at(b));
  }
  return groups;
}

function nearestGroup(groups: readonly Group[], value: number): Group | null {
  const at = lowerBound(groups.length, (i) => (groups[i]?.value ?? 0) < value);
  const [below, above] = [groups[at - 1], groups[at]];
  if (!below || !above) {
    return below ?? above ?? null;
  }
  return value - below.value < above.value - value ? below : above;
}

/** First index where `isBefore` is false, in a range partitioned by it. */
function lowerBound(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function middleOf({ min, max }: Box3, axis: Axis): number {
  return (min[axis] + max[axis]) / 2;
}

function indexOf(axis: Axis): number {
  return 'xyz'.indexOf(axis);
}
