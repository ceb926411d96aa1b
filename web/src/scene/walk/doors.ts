import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { toggledProps } from '@diorama/shared/scene/nodes/kinds.ts';
import { MathUtils, type Ray } from 'three';

type Props = Readonly<Record<string, unknown>>;

/** What doors are found and shown with. */
export type DoorMeans = {
  /** The nearest surface along a ray. */
  hit: (ray: Ray) => { id: string; distance: number } | null;
  nodeOf: (id: string) => Pick<SceneNode, 'kind' | 'props'> | undefined;
  /** Shows a node with other props than the document says; null ends it. */
  showAs: (id: string, props: Props | null) => void;
};

/** How near somebody must be to open something, in metres, and how long that takes, in seconds. */
const REACH = 2.5;
const SECONDS = 0.6;

/** A door on its way: its props as it was and will be, and how much of the way is behind it. */
type Move = { from: Props; to: Props; share: number };

/** Opens and closes doors for whoever walks here alone; the document stays as it is. */
export class Doors {
  readonly #means: DoorMeans;
  readonly #moves = new Map<string, Move>();
  /** The props that each is shown with which is not as the document says. */
  readonly #shown = new Map<string, Props>();

  constructor(means: DoorMeans) {
    this.#means = means;
  }

  /** Opens what is in reach along a ray, or closes it; false where nothing can be. */
  use(ray: Ray): boolean {
    const hit = this.#means.hit(ray);
    const node = hit && hit.distance <= REACH ? this.#means.nodeOf(hit.id) : undefined;
    if (!hit || !node) {
      return false;
    }
    const from = { ...node.props, ...this.#shown.get(hit.id) };
    // On its way it turns round.
    const heading = { ...from, ...this.#moves.get(hit.id)?.to };
    const to = toggledProps({ kind: node.kind, props: heading } as SceneNode);
    if (!to) {
      return false;
    }
    this.#moves.set(hit.id, { from, to, share: 0 });
    return true;
  }

  /** Lets doors go on by so many seconds. */
  advance(seconds: number): void {
    for (const [id, move] of this.#moves) {
      move.share = Math.min(1, move.share + seconds / SECONDS);
      const props = between(move);
      this.#shown.set(id, props);
      this.#means.showAs(id, props);
      if (move.share === 1) {
        this.#moves.delete(id);
      }
    }
  }

  /** Shows everything as the document says. */
  dispose(): void {
    this.#moves.clear();
    for (const id of this.#shown.keys()) {
      this.#means.showAs(id, null);
    }
    this.#shown.clear();
  }
}

/** Numbers go over gently, everything else at once. */
function between({ from, to, share }: Move): Props {
  const eased = MathUtils.smoothstep(share, 0, 1);
  return Object.fromEntries(
    Object.entries(to).map(([key, value]) => {
      const before = from[key];
      const isGradual = typeof value === 'number' && typeof before === 'number';
      return [key, isGradual ? MathUtils.lerp(before, value, eased) : value];
    }),
  );
}
