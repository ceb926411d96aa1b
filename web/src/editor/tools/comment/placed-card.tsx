import type { CommentAnchor } from '@diorama/shared/contract/comments.ts';
import type { CSSProperties, ReactNode } from 'react';
import type { Frame } from '../../../scene/framing.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useLayoutSize } from '../../hooks/use-media.ts';
import { useLineage } from '../../hooks/use-scene.ts';
import { useStore } from '../../hooks/use-store.ts';
import type { ScreenPoint } from '../../managers/camera.ts';
import { placeOf } from '../../queries/comment-place.ts';
import classes from './comment.module.css';

const WIDTH = 320;
/** Margin of the free area, and distance from the pin to the card, in CSS pixels. */
const EDGE = 8;
const BESIDE = 24;
/** Width of the list on the left, where there is room for both. */
const LIST = 304;

/** Card beside a scene point, on the side with room; a bottom sheet on a phone. */
export function PlacedCard({
  label,
  anchor,
  isPinned = false,
  children,
}: {
  label: string;
  anchor: CommentAnchor | null;
  /** Whether the place is marked too. */
  isPinned?: boolean;
  children: ReactNode;
}) {
  const editor = useEditor();
  const { camera, drag } = editor;
  const isPhone = useLayoutSize() === 'phone';
  useStore(camera);
  useLineage(anchor?.node ?? undefined);
  useStore(drag.state);
  const frame = useStore(camera.frame);
  const place = placeOf(editor, anchor);
  const seen = place && camera.project(place);
  const point = seen && Math.abs(seen.depth) <= 1 ? seen : null;
  return (
    <>
      {isPinned && point && (
        <span className={classes.draftPin} aria-hidden="true" style={{ left: point.x, top: point.y }} />
      )}
      <section
        aria-label={label}
        className={classes.card}
        data-sheet={isPhone || undefined}
        data-covers={isPhone ? 'bottom' : undefined}
        style={isPhone ? undefined : besides(point, frame)}
      >
        {children}
      </section>
    </>
  );
}

/** Position beside a point, on the side with room and not over the list; on the right without a point. */
function besides(point: ScreenPoint | null, { width, height, insets }: Frame): CSSProperties {
  const free = {
    left: insets.left + EDGE,
    right: width - insets.right - EDGE,
    top: insets.top + EDGE,
    bottom: height - insets.bottom - EDGE,
  };
  const last = Math.max(free.left, free.right - WIDTH);
  const first = Math.min(free.left + LIST, last);
  if (!point) {
    return { left: last, top: free.top, maxHeight: free.bottom - free.top };
  }
  const right = point.x + BESIDE;
  const left = right <= last ? right : point.x - BESIDE - WIDTH;
  const inside = Math.min(Math.max(left, first), last);
  if (point.y > (free.top + free.bottom) / 2) {
    const bottom = Math.min(Math.max(point.y + BESIDE, free.top), free.bottom);
    return { left: inside, bottom: height - bottom, maxHeight: bottom - free.top };
  }
  const top = Math.min(Math.max(point.y - BESIDE, free.top), free.bottom);
  return { left: inside, top, maxHeight: free.bottom - top };
}
