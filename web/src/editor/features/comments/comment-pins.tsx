import { type ReadonlySignal, signal } from '@preact/signals-core';
import { useEffect, useMemo, useRef } from 'react';
import { commentMarker } from '../../../comments/comment-marker.ts';
import primitives from '../../../components/primitives.module.css';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import type { Commenting, Dragging, DrawnScene, SceneReader } from '../../parts.ts';
import { type MarkerSource, syncMarkers } from '../../viewport/sync-markers.ts';
import { placeOf } from './model/comment-place.ts';
import type { Thread } from './model/comments.ts';
import { useShownThreads } from './use-shown-threads.ts';

const NOBODY = '#6b7280';

/** Threads of the list as numbered pins in the scene. */
export function CommentPins() {
  const { editor } = useEditorSession();
  const { t } = useTranslations('comments');
  const host = useRef<HTMLDivElement>(null);
  const threads = useShownThreads();
  const source = useMemo(() => signal<readonly Thread[]>([]), []);
  useEffect(() => {
    source.value = threads;
  }, [source, threads]);
  useEffect(() => {
    const element = host.current;
    return element
      ? syncMarkers(editor, pins(editor, source), {
          host: element,
          onChoose: (id) => editor.commenting.show(id, { isLeading: false }),
          label: ({ number, title }, count) =>
            count === 1
              ? t('comments.dot', { number, title })
              : t('comments.dots', { number, title, count: count - 1 }),
        })
      : undefined;
  }, [editor, source, t]);
  return <div ref={host} className={primitives.layer} />;
}

function pins(
  editor: Commenting & Dragging & DrawnScene & SceneReader,
  threads: ReadonlySignal<readonly Thread[]>,
): MarkerSource {
  const { commenting, scene } = editor;
  return {
    read: () => {
      const carriers = new Set<string>();
      const markers = threads.value.flatMap((thread) => {
        const { first } = thread;
        const position = placeOf(editor, first.anchor);
        const node = first.anchor?.node ?? null;
        if (node !== null) {
          // Includes deleted nodes, which undo can restore.
          carriers.add(node);
          for (const id of scene.ancestorsOf(node)) {
            carriers.add(id);
          }
        }
        const color = first.author?.avatarColor ?? NOBODY;
        return position ? [commentMarker(thread, { position, color, placer: editor.spots })] : [];
      });
      return { markers, carriers };
    },
    // Loaded models may be animated.
    watched: [threads, editor.undrawn],
    active: () => commenting.open.value?.id ?? null,
  };
}
