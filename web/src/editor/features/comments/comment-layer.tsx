import { type ReadonlySignal, signal } from '@preact/signals-core';
import { useEffect, useMemo, useRef } from 'react';
import { commentMarker } from '../../../comments/comment-marker.ts';
import primitives from '../../../components/primitives.module.css';
import { useToast } from '../../../components/toast/toast.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import type { Commenting, Dragging, DrawnScene, SceneReader } from '../../parts.ts';
import { type MarkerSource, syncMarkers } from '../../viewport/sync-markers.ts';
import { Composer } from './composer.tsx';
import { goToAnchor, placeOf } from './model/comment-place.ts';
import type { CommentDraft } from './model/commenting.ts';
import type { Thread } from './model/comments.ts';
import { PlacedCard } from './placed-card.tsx';
import { ThreadCard } from './thread-card.tsx';
import { useShownThreads } from './use-shown-threads.ts';

const NOBODY = '#6b7280';

/** Comment pins of the scene, the open thread, and the comment that is being written. */
export function CommentLayer() {
  const { comments, editor } = useEditorSession();
  const { commenting } = editor;
  useSignalValue(comments.state);
  const open = useSignalValue(commenting.open);
  const draft = useSignalValue(commenting.draft);
  useEffect(() => comments.start(), [comments]);
  useArrival();
  const thread = open ? comments.threadOf(open.id) : undefined;
  return (
    <>
      <CommentPins />
      {draft && <DraftCard draft={draft} />}
      {thread && <ThreadCard key={thread.first.uuid} thread={thread} />}
    </>
  );
}

/** Moves the camera to the open thread once it is loaded; reports a deleted one. */
function useArrival(): void {
  const { comments, editor } = useEditorSession();
  const { commenting } = editor;
  const { t } = useTranslations('comments');
  const toast = useToast();
  const state = useSignalValue(comments.state);
  const open = useSignalValue(commenting.open);
  useEffect(() => {
    if (state.kind !== 'ready' || !open) {
      return;
    }
    const thread = comments.threadOf(open.id);
    if (thread) {
      if (open.isLeading) {
        commenting.arrive();
        goToAnchor(editor, thread.first.anchor);
      }
      return;
    }
    let isCurrent = true;
    const closeIfGone = (found: Thread | undefined) => {
      if (isCurrent && !found) {
        const hasWords = commenting.lose(open.id);
        toast({ kind: 'info', text: t(hasWords ? 'comments.gone.kept' : 'comments.gone') });
      }
    };
    // Not loaded yet, or deleted; the thread stays closed if the request fails.
    comments.find(open.id).then(closeIfGone, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [state, open, comments, commenting, editor, t, toast]);
}

/** Threads of the list as numbered pins in the scene. */
function CommentPins() {
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

/** Card of the comment that is being written, at its anchor. */
function DraftCard({ draft }: { draft: CommentDraft }) {
  const { comments, editor } = useEditorSession();
  const { commenting } = editor;
  const { t } = useTranslations('comments');
  const text = useSignalValue(commenting.text);
  return (
    <PlacedCard label={t('comments.new')} anchor={draft.anchor} isPinned>
      {draft.anchor === null && (
        <p className="px-3 py-2 m-0 text-(--text-2) text-12">{t('comments.place.whole')}</p>
      )}
      <Composer
        label={t('comments.write')}
        placeholder={t('comments.write.placeholder')}
        submit={t('comments.send')}
        text={text}
        onChange={(value) => {
          commenting.text.value = value;
        }}
        onCancel={() => commenting.finish()}
        onEscape={() => commenting.close()}
        onSend={async (written) => {
          const picture = await draft.picture;
          const { anchor } = draft;
          const { uuid } = await comments.say({ ...written, anchor, picture, parent: null });
          commenting.finish();
          commenting.show(uuid, { isLeading: false });
        }}
      />
    </PlacedCard>
  );
}
