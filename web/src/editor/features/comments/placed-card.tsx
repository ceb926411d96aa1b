import type { CommentAnchor } from '@diorama/shared/contract/comment-anchor.ts';
import type { ReactNode } from 'react';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useLayoutSize } from '../../hooks/use-media.ts';
import { useLineage } from '../../hooks/use-scene.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { placeCard } from '../../kernels/place-card.ts';
import classes from './comment.module.css';
import { placeOf } from './model/comment-place.ts';

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
  useSignalValue(camera.pose);
  useLineage(anchor?.node ?? undefined);
  useSignalValue(drag.state);
  const frame = useSignalValue(camera.frame);
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
        style={isPhone ? undefined : placeCard(point, frame)}
      >
        {children}
      </section>
    </>
  );
}
