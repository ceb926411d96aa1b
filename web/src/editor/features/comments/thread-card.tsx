import { Check, MapPin, RotateCcw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { Badge } from '../../../components/feedback/badge.tsx';
import { authorName } from '../../../hooks/author-name.ts';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useScene } from '../../hooks/use-scene.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import classes from './comment.module.css';
import { CommentItem } from './comment-item.tsx';
import { Composer } from './composer.tsx';
import { goToAnchor, hasView } from './model/comment-place.ts';
import type { Thread } from './model/comments.ts';
import { PlacedCard } from './placed-card.tsx';
import { useCommentRights } from './use-comment-rights.ts';

/** Open thread with its comments and a reply field. */
export function ThreadCard({ thread }: { thread: Thread }) {
  const { editor } = useEditorSession();
  const { t } = useTranslations('comments');
  const { number, first, replies } = thread;
  const isResolved = first.resolvedAt !== null;
  useReading(thread);
  const node = first.anchor?.node ?? null;
  const isGone = useScene(() => node !== null && !editor.scene.node(node));
  return (
    <PlacedCard label={t('comments.thread', { number })} anchor={first.anchor}>
      <CardHead thread={thread} />
      <div className={classes.said}>
        {isGone && <p className="px-3 py-2 m-0 text-(--text-2) text-12">{t('comments.place.gone')}</p>}
        {first.anchor === null && (
          <p className="px-3 py-2 m-0 text-(--text-2) text-12">{t('comments.place.whole')}</p>
        )}
        <CommentItem comment={first} />
        {first.snapshotUrl !== null && <Picture thread={thread} url={first.snapshotUrl} />}
        {replies.map((reply) => (
          <CommentItem key={reply.uuid} comment={reply} />
        ))}
      </div>
      {isResolved ? (
        <p className="px-3 py-2 m-0 text-(--text-2) text-12 border-t border-(--hairline)">
          {first.resolvedBy
            ? t('comments.resolvedBy', { name: first.resolvedBy.name })
            : t('comments.resolvedBy.nobody')}
        </p>
      ) : (
        <Answer thread={thread} />
      )}
    </PlacedCard>
  );
}

function CardHead({ thread }: { thread: Thread }) {
  const { comments, editor } = useEditorSession();
  const { t } = useTranslations('comments');
  const showError = useErrorToast();
  const { mayResolve } = useCommentRights();
  const { first, number } = thread;
  const isResolved = first.resolvedAt !== null;
  const { isBusy, submit } = useSubmit(
    () => comments.change(first.uuid, { resolved: !isResolved }),
    showError,
  );
  return (
    <header className="flex min-h-[40px] items-center pt-1 pr-1 pb-1 pl-3 gap-1">
      <h2 className="m-0 text-(--text) text-13 font-medium">{t('comments.thread', { number })}</h2>
      {isResolved && <Badge kind="success">{t('comments.resolved')}</Badge>}
      <span className={classes.space} />
      {hasView(editor, first.anchor) && (
        <IconButton
          size="small"
          label={t('comments.goThere')}
          icon={<MapPin size={16} aria-hidden="true" />}
          onClick={() => goToAnchor(editor, first.anchor)}
        />
      )}
      {mayResolve && (
        <NetworkButton
          size="small"
          isLoading={isBusy}
          icon={
            isResolved ? <RotateCcw size={16} aria-hidden="true" /> : <Check size={16} aria-hidden="true" />
          }
          onClick={submit}
        >
          {t(isResolved ? 'comments.reopen' : 'comments.resolve')}
        </NetworkButton>
      )}
      <IconButton
        size="small"
        label={t('comments.close')}
        icon={<X size={16} aria-hidden="true" />}
        onClick={() => editor.commenting.close()}
      />
    </header>
  );
}

/** Picture of the author's view; a click moves the camera there. */
function Picture({ thread, url }: { thread: Thread; url: string }) {
  const { editor } = useEditorSession();
  const { t } = useTranslations('comments');
  const [broken, setBroken] = useState<string | null>(null);
  const { anchor } = thread.first;
  if (broken === url) {
    return null;
  }
  return (
    <button type="button" className={classes.picture} onClick={() => goToAnchor(editor, anchor)}>
      <img
        src={url}
        alt={t('comments.seen', { name: authorName(t, thread.first) })}
        onError={() => setBroken(url)}
      />
    </button>
  );
}

function Answer({ thread: { first } }: { thread: Thread }) {
  const { comments, editor } = useEditorSession();
  const { commenting } = editor;
  const { t } = useTranslations('comments');
  const text = useSignalValue(commenting.answers).get(first.uuid) ?? '';
  const setText = (next: string) => commenting.answer(first.uuid, next);
  return (
    <Composer
      label={t('comments.reply')}
      placeholder={t('comments.reply.placeholder')}
      submit={t('comments.reply')}
      text={text}
      isWaiting
      onChange={setText}
      onCancel={() => setText('')}
      onEscape={() => commenting.close()}
      onSend={async (written) => {
        await comments.say({ ...written, parent: first.uuid, anchor: null, picture: null });
        setText('');
      }}
    />
  );
}

/** Marks the visible thread as read, also after each new comment. */
function useReading(thread: Thread): void {
  const { comments } = useEditorSession();
  const { unread } = thread;
  const id = thread.first.uuid;
  useEffect(() => {
    const shown = comments.threadOf(id);
    if (unread > 0 && shown) {
      // A failed request leaves it unread; the next view retries.
      comments.read(shown).catch(() => undefined);
    }
  }, [comments, id, unread]);
}
