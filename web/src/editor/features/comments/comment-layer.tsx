import { useEffect } from 'react';
import { useToast } from '../../../components/toast/toast.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { CommentPins } from './comment-pins.tsx';
import { DraftCard } from './draft-card.tsx';
import { goToAnchor } from './model/comment-place.ts';
import type { Thread } from './model/comments.ts';
import { ThreadCard } from './thread-card.tsx';

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
    const tellGone = (found: Thread | undefined) => {
      if (isCurrent && !found) {
        const hasWords = commenting.lose(open.id);
        toast({ kind: 'info', text: t(hasWords ? 'comments.gone.kept' : 'comments.gone') });
      }
    };
    // Not loaded yet, or deleted; the thread stays closed if the request fails.
    comments.find(open.id).then(tellGone, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [state, open, comments, commenting, editor, t, toast]);
}
