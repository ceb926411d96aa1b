import type { CommentAnchor } from '@diorama/shared/contract/comment-anchor.ts';
import type { Vector3 } from 'three';
import { followerOf, type SurfacePointPlacer } from '../scene/follow-surface.ts';
import type { Marker } from '../scene/marker-layer.ts';

/** Length of the comment text in a pin's label, in characters. */
const TITLE = 80;

/** Comment that a pin stands for, and the number of its thread. */
type PinnedThread = {
  number: number;
  first: { uuid: string; text: string; anchor: Pick<CommentAnchor, 'surface'> | null };
};

/** Pin of a thread at a position; `placer` moves it with an animated surface. */
export function commentMarker(
  { number, first: { uuid, text, anchor } }: PinnedThread,
  { position, color, placer }: { position: Vector3; color: string; placer: SurfacePointPlacer },
): Marker {
  const follow = followerOf(anchor?.surface ?? null, placer);
  return { id: uuid, number, title: text.slice(0, TITLE), color, position, follow };
}
