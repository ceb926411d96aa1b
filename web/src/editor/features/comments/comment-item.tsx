import type { Comment } from '@diorama/shared/contract/comments.ts';
import { Ellipsis, Link2, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../../../components/avatar/avatar.tsx';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { Dropdown } from '../../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../../components/menu/menu-items.ts';
import { Confirm } from '../../../components/modal/modal.tsx';
import primitives from '../../../components/primitives.module.css';
import { useToast } from '../../../components/toast/toast.tsx';
import { authorName, NO_AUTHOR } from '../../../hooks/author-name.ts';
import { copyText } from '../../../hooks/use-copy.ts';
import { useDates } from '../../../hooks/use-dates.ts';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { usePath } from '../../../hooks/use-path.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import classes from './comment.module.css';
import { Composer } from './composer.tsx';
import { splitMentions } from './model/mentions.ts';
import { useCommentRights } from './use-comment-rights.ts';

/** Comment of a thread with author, time and text; its author can edit it. */
export function CommentItem({ comment }: { comment: Comment }) {
  const { comments } = useEditorSession();
  const { t } = useTranslations('comments');
  const dates = useDates();
  /** Text that is being edited. */
  const [draft, setDraft] = useState<string | null>(null);
  const { author, text, mentions, createdAt, updatedAt } = comment;
  return (
    <article className={classes.line} data-unread={comment.unread || undefined}>
      <div className="flex min-w-0 items-center gap-1.5">
        <Avatar person={author ?? NO_AUTHOR} size={20} />
        <span className="font-medium truncate">{authorName(t, comment)}</span>
        <time className={primitives.faintLine} dateTime={createdAt} title={dates.dateTime(createdAt)}>
          {dates.relative(createdAt)}
        </time>
        {isEdited(createdAt, updatedAt) && (
          <span className={primitives.faintLine}>{t('comments.edited')}</span>
        )}
        <span className={classes.space} />
        <More comment={comment} onEdit={() => setDraft(text)} />
      </div>
      {draft === null ? (
        <p className={classes.words}>
          {splitMentions(
            text,
            mentions.map(({ name }) => name),
          ).map((piece, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
              key={index}
              className={
                piece.isMention ? 'rounded-[4px] bg-(--primary-tint) text-(--primary-text)' : undefined
              }
            >
              {piece.text}
            </span>
          ))}
        </p>
      ) : (
        <Composer
          label={t('comments.edit')}
          submit={t('comments.save')}
          text={draft}
          mentioned={mentions}
          onChange={setDraft}
          onCancel={() => setDraft(null)}
          onSend={async (written) => {
            await comments.change(comment.uuid, written);
            setDraft(null);
          }}
        />
      )}
    </article>
  );
}

/** The database writes both times at once for a new comment. */
function isEdited(createdAt: string, updatedAt: string): boolean {
  return createdAt !== updatedAt;
}

function More({ comment, onEdit }: { comment: Comment; onEdit: () => void }) {
  const { comments, editor } = useEditorSession();
  const { t } = useTranslations('comments');
  const copyLink = useCopyLink(comment);
  const showError = useErrorToast();
  const { mayEdit, mayDelete } = useCommentRights();
  const [isAsking, setIsAsking] = useState(false);
  const isThread = comment.parent === null;
  const { submit: remove } = useSubmit(async () => {
    if (isThread) {
      editor.commenting.close();
    }
    await comments.remove(comment);
  }, showError);
  const items: MenuItem[] = [
    {
      key: 'link',
      label: t('comments.copyLink'),
      icon: <Link2 size={16} aria-hidden="true" />,
      onSelect: copyLink,
    },
  ];
  if (mayEdit(comment)) {
    items.push({
      key: 'edit',
      label: t('comments.edit'),
      icon: <Pencil size={16} aria-hidden="true" />,
      needsServer: true,
      onSelect: onEdit,
    });
  }
  if (mayDelete(comment)) {
    items.push({
      key: 'delete',
      label: t('comments.delete'),
      icon: <Trash2 size={16} aria-hidden="true" />,
      isDangerous: true,
      needsServer: true,
      onSelect: () => setIsAsking(true),
    });
  }
  const what = isThread ? 'thread' : 'answer';
  return (
    <>
      <Dropdown
        label={t('comments.more', { name: authorName(t, comment) })}
        items={items}
        trigger={(props) => (
          <IconButton
            {...props}
            size="small"
            label={t('comments.more', { name: authorName(t, comment) })}
            icon={<Ellipsis size={16} aria-hidden="true" />}
          />
        )}
      />
      {isAsking && (
        <Confirm
          title={t(`comments.delete.${what}.title`)}
          text={t(`comments.delete.${what}.text`)}
          confirmLabel={t('comments.delete')}
          isDangerous
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** Copies the link of a comment, or shows it if the browser refuses. */
function useCopyLink({ uuid }: Comment): () => void {
  const { sceneId } = useEditorSession();
  const { t } = useTranslations('comments');
  const path = usePath();
  const toast = useToast();
  return () => {
    const address = new URL(path(`builder/${sceneId}?comment=${uuid}`), window.location.origin);
    copyText(address.href).then(
      () => toast({ kind: 'success', text: t('comments.copied') }),
      () => toast({ kind: 'info', text: address.href }),
    );
  };
}
