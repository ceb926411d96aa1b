import { useEffect } from 'react';
import { useGet, useLive } from '../../../api/hooks.ts';
import { useToast } from '../../../components/toast/toast.tsx';
import { affectsThreads } from '../../../hooks/affects-threads.ts';
import { authorName } from '../../../hooks/author-name.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useUser } from '../../../hooks/use-user.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { mentionIn } from './model/mention-in.ts';
import { useCommentLink } from './use-comment-link.ts';

/** Comment notifications in the editor: links to a thread, the unread badge, and a toast for a mention. */
export function CommentUpdates() {
  const { editor } = useEditorSession();
  useCommentLink(editor);
  useMark();
  useMentionNote();
  return null;
}

/** Shows an unread badge at the tool's button. */
function useMark(): void {
  const { ui } = useEditorSession().editor;
  const { t } = useTranslations('comments');
  const mark = useHasUnread() ? t('comments.news') : null;
  useEffect(() => {
    ui.mark('tool.comment', mark);
    return () => ui.mark('tool.comment', null);
  }, [ui, mark]);
}

/** Whether any thread is unread: by the loaded threads once complete, before that by a single request. */
function useHasUnread(): boolean {
  const { comments, sceneId } = useEditorSession();
  const state = useSignalValue(comments.state);
  const isKnown = state.kind === 'ready' && !state.hasMore;
  const query = { 'composition.uuid': sceneId };
  const { data } = useGet('countUnread', isKnown ? null : { query }, { isOldAfter: affectsThreads });
  return isKnown ? state.threads.some(({ unread }) => unread > 0) : (data?.threads ?? 0) > 0;
}

/** Shows a toast for a new mention, with a link to its thread. */
function useMentionNote(): void {
  const { editor, sceneId } = useEditorSession();
  const { t } = useTranslations('comments');
  const toast = useToast();
  const me = useUser()?.uuid ?? '';
  useLive((message) => {
    const mention = mentionIn(message, { sceneId, me });
    if (mention) {
      toast({
        kind: 'info',
        text: t('comments.mentioned', { name: authorName(t, mention) }),
        action: {
          label: t('comments.goThere'),
          onSelect: () => {
            editor.tools.use('comment');
            editor.commenting.show(mention.uuid, { isLeading: true });
          },
        },
      });
    }
  });
}
