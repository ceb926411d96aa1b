import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { Box, Check, MessageSquareReply } from 'lucide-react';
import { Link } from 'react-router';
import { Avatar } from '../../components/avatar/avatar.tsx';
import { NetworkIconButton } from '../../components/button/network-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import primitives from '../../components/primitives.module.css';
import { authorName, NO_AUTHOR } from '../../hooks/author-name.ts';
import { useDates } from '../../hooks/use-dates.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import classes from './comments.module.css';

export type ThreadItem = ResultOf<'listThreads'>['member'][number];

/** One thread: its text, author, scene and last reply. The whole row opens the scene at the comment. */
export function ThreadRow({ thread, onRead }: { thread: ThreadItem; onRead: () => void }) {
  const { t } = useTranslations('comments');
  const path = usePath();
  const { scene, author, text = '', unread = false, unreadNumber = 0 } = thread;
  return (
    <li className={classes.line} data-unread={unread || undefined}>
      <div className={classes.picture}>
        {scene?.thumbnail ? (
          <img src={scene.thumbnail} alt="" loading="lazy" decoding="async" />
        ) : (
          <Box size={24} strokeWidth={1} aria-hidden="true" />
        )}
      </div>
      <div className={primitives.grow}>
        <div className="flex min-w-0 items-center gap-x-2 gap-y-1 text-13">
          <Avatar person={author ?? NO_AUTHOR} size={20} />
          <span className="max-w-[14rem] font-medium truncate">{authorName(t, thread)}</span>
          <When at={thread.createdAt} />
          {thread.resolvedAt && <Badge kind="success">{t('comments.resolved')}</Badge>}
        </div>
        <Link
          to={path(`builder/${scene?.uuid}?comment=${thread.uuid}`)}
          className={classes.text}
          onClick={onRead}
        >
          {text}
        </Link>
        <div className="flex min-w-0 items-center gap-x-2 gap-y-1 flex-wrap text-(--text-3) text-12">
          <span className="max-w-[20rem] truncate">
            {t('comments.onScene', { scene: scene?.name ?? '' })}
          </span>
          {thread.repliesNumber ? <LastReply thread={thread} count={thread.repliesNumber} /> : null}
        </div>
      </div>
      <div className="flex shrink-0 items-center gap-2 max-md:flex-col-reverse max-md:items-end">
        {unread && (
          <>
            <span className="flex items-center gap-2 text-(--primary-text) text-12 font-medium whitespace-nowrap">
              <span className="rounded-round bg-(--primary-text) size-2" aria-hidden="true" />
              {t('comments.unread.count', { count: unreadNumber })}
            </span>
            <NetworkIconButton
              className="z-1"
              label={t('comments.read')}
              icon={<Check size={16} aria-hidden="true" />}
              onClick={onRead}
            />
          </>
        )}
      </div>
    </li>
  );
}

function LastReply({ thread, count }: { thread: ThreadItem; count: number }) {
  const { t } = useTranslations('comments');
  const { lastReply } = thread;
  return (
    <>
      <span>{t('comments.replies', { count })}</span>
      {lastReply && (
        <span className="flex min-w-0 max-w-full items-center gap-1">
          <MessageSquareReply size={14} aria-hidden="true" />
          <span className="max-w-[22rem] truncate max-md:max-w-[9rem]">
            {t('comments.lastReply', { name: authorName(t, lastReply) })}: {lastReply.text}
          </span>
          <When at={lastReply.createdAt} />
        </span>
      )}
    </>
  );
}

function When({ at }: { at: string | undefined }) {
  const dates = useDates();
  return (
    at !== undefined && (
      <time className={primitives.faintLine} dateTime={at} title={dates.dateTime(at)}>
        {dates.relative(at)}
      </time>
    )
  );
}

/** Placeholder of the threads. */
export function ThreadRowsSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('common.loading')} className="pt-9">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <div key={key} className={classes.line}>
          <div className={classes.picture}>
            <Skeleton height="100%" />
          </div>
          <div className={primitives.grow}>
            <Skeleton width="10rem" height="1.25rem" />
            <Skeleton width="70%" height="1.25rem" style={{ marginTop: 4 }} />
            <Skeleton width="30%" height="1rem" style={{ marginTop: 4 }} />
          </div>
        </div>
      ))}
    </div>
  );
}
