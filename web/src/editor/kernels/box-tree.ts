import { Box3, Vector3 } from 'three';

/** Largest number of boxes in a leaf. */
const LEAF = 4;

type Branch = { bounds: Box3; members: readonly number[] | null; near: Branch | null; far: Branch | null };

/** Static bounding volume tree: finds boxes that meet a region without checking all. */
export class BoxTree {
  readonly #boxes: readonly Box3[];
  readonly #root: Branch | null;
  #looked = 0;

  constructor(boxes: readonly Box3[]) {
    this.#boxes = boxes;
    const all = [...boxes.keys()];
    this.#root = all.length > 0 ? grow(boxes, all) : null;
  }

  /** Number of boxes and branches visited so far. */
  get looked(): number {
    return this.#looked;
  }

  /** The indices of boxes that meet a region, at most `limit` of them. */
  meeting(region: Box3, limit: number): number[] {
    const found: number[] = [];
    const open = this.#root ? [this.#root] : [];
    for (let branch = open.pop(); branch && found.length < limit; branch = open.pop()) {
      this.#looked += 1;
      if (!branch.bounds.intersectsBox(region)) {
        continue;
      }
      open.push(...[branch.near, branch.far].filter((one) => one !== null));
      for (const index of branch.members ?? []) {
        this.#looked += 1;
        if (this.#boxes[index]?.intersectsBox(region)) {
          found.push(index);
        }
      }
    }
    return found.slice(0, limit);
  }
}

function grow(boxes: readonly Box3[], members: number[]): Branch {
  const bounds = members.reduce((all, index) => union(all, boxes[index]), new Box3());
  if (members.length <= LEAF) {
    return { bounds, members, near: null, far: null };
  }
  const size = bounds.getSize(new Vector3());
  const axis = size.x >= size.y && size.x >= size.z ? 'x' : size.y >= size.z ? 'y' : 'z';
  const middleOf = (index: number) => (boxes[index]?.min[axis] ?? 0) + (boxes[index]?.max[axis] ?? 0);
  const sorted = members.toSorted((a, b) => middleOf(a) - middleOf(b));
  const half = sorted.length >> 1;
  return {
    bounds,
    members: null,
    near: grow(boxes, sorted.slice(0, half)),
    far: grow(boxes, sorted.slice(half)),
  };
}

function union(all: Box3, box: Box3 | undefined): Box3 {
  return box ? all.union(box) : all;
}
