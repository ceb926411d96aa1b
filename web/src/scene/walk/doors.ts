import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { toggledProps } from '@diorama/shared/scene/nodes/kinds.ts';
import { MathUtils, type Ray } from 'three';

type Props = Readonly<Record<string, unknown>>;

/** Dependencies of doors. */
export type DoorContext = {
  /** Returns the nearest surface along a ray. */
  hit: (ray: Ray) => { id: string; distance: number } | null;
  nodeOf: (id: string) => Pick<SceneNode, 'kind' | 'props'> | undefined;
  /** Overrides props of a node; null ends it. */
  showAs: (id: string, props: Props | null) => void;
};

/** Largest distance for opening, in metres, and its duration, in seconds. */
const REACH = 2.5;
const SECONDS = 0.6;

/** A door in motion: its props before and after, and the completed share. */
type Move = { from: Props; to: Props; share: number };

/** Opens and closes doors for this visitor only; the document stays unchanged. */
export class Doors {
  readonly #context: DoorContext;
  readonly #moves = new Map<string, Move>();
  /** Overridden props by door. */
  readonly #shown = new Map<string, Props>();

  constructor(context: DoorContext) {
    this.#context = context;
  }

  /** Opens or closes the door along a ray within reach; false if there is none. */
  use(ray: Ray): boolean {
    const hit = this.#context.hit(ray);
    const node = hit && hit.distance <= REACH ? this.#context.nodeOf(hit.id) : undefined;
    if (!hit || !node) {
      return false;
    }
    const from = { ...node.props, ...this.#shown.get(hit.id) };
    // A moving door reverses.
    const heading = { ...from, ...this.#moves.get(hit.id)?.to };
    const to = toggledProps({ kind: node.kind, props: heading } as SceneNode);
    if (!to) {
      return false;
    }
    this.#moves.set(hit.id, { from, to, share: 0 });
    return true;
  }

  /** Advances moving doors by seconds. */
  advance(seconds: number): void {
    for (const [id, move] of this.#moves) {
      move.share = Math.min(1, move.share + seconds / SECONDS);
      const props = between(move);
      this.#shown.set(id, props);
      this.#context.showAs(id, props);
      if (move.share === 1) {
        this.#moves.delete(id);
      }
    }
  }

  /** Removes all overrides. */
  dispose(): void {
    this.#moves.clear();
    for (const id of this.#shown.keys()) {
      this.#context.showAs(id, null);
    }
    this.#shown.clear();
  }
}

/** Interpolates numbers; other values switch at once. */
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
