import { COMMENT_STATES } from '@diorama/shared/domain/comment-states.ts';
import { ChevronDown, ChevronUp, MessageCirclePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../../../components/avatar/avatar.tsx';
import { Button } from '../../../components/button/button.tsx';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { Spinner } from '../../../components/feedback/spinner.tsx';
import { SearchField } from '../../../components/field/search-field.tsx';
import primitives from '../../../components/primitives.module.css';
import { Select } from '../../../components/select/select.tsx';
import { authorName } from '../../../hooks/author-name.ts';
import { useDates } from '../../../hooks/use-dates.ts';
import { useErrorText } from '../../../hooks/use-errors.ts';
import { useT } from '../../../hooks/use-language.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useLayoutSize } from '../../hooks/use-media.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { useVirtualRows } from '../../hooks/use-virtual-rows.ts';
import { captureView } from './capture-view.ts';
import classes from './comment.module.css';
import type { Thread } from './model/comments.ts';
import { THREAD_ORDERS } from './model/thread-list.ts';
import { useShownThreads } from './use-shown-threads.ts';

const ROW_HEIGHT = 56;
/** Number of rows left below the visible ones when the next page is requested. */
const ROWS_AHEAD = 10;

/** Threads of the scene as a list; each item leads to its anchor. */
export function CommentPanel() {
  const { editor } = useEditorSession();
  const { t } = useTranslations('comments');
  const isPhone = useLayoutSize() === 'phone';
  const [isOpen, setIsOpen] = useState(!isPhone);
  useEffect(() => () => editor.commenting.forget(), [editor]);
  return (
    <section className={classes.panel} aria-label={t('comments.title')}>
      <header className="flex min-h-[40px] items-center pt-1 pr-1 pb-1 pl-3 gap-1">
        <h2 className="m-0 text-(--text) text-13 font-medium">{t('comments.title')}</h2>
        <span className={classes.space} />
        <IconButton
          size="small"
          label={t('comments.onWhole')}
          icon={<MessageCirclePlus size={16} aria-hidden="true" />}
          onClick={() => editor.commenting.begin({ anchor: null, picture: captureView(editor.queries) })}
        />
        <IconButton
          size="small"
          label={t(isOpen ? 'comments.list.close' : 'comments.list.open')}
          aria-expanded={isOpen}
          icon={
            isOpen ? <ChevronUp size={16} aria-hidden="true" /> : <ChevronDown size={16} aria-hidden="true" />
          }
          onClick={() => setIsOpen(!isOpen)}
        />
      </header>
      {isOpen && (
        <>
          <Query />
          <Threads />
        </>
      )}
    </section>
  );
}

function Query() {
  const { commenting } = useEditorSession().editor;
  const { t } = useTranslations('comments');
  const query = useSignalValue(commenting.query);
  return (
    <div className={classes.query}>
      <SearchField
        size="small"
        label={t('comments.search')}
        value={query.search}
        onChange={(search) => commenting.ask({ ...query, search })}
      />
      <Select
        size="small"
        label={t('comments.filter')}
        value={query.state}
        options={COMMENT_STATES.map((value) => ({ value, label: t(`comments.tab.${value}`) }))}
        onChange={(state) => commenting.ask({ ...query, state })}
      />
      <Select
        size="small"
        label={t('comments.sort')}
        value={query.order}
        options={THREAD_ORDERS.map((value) => ({ value, label: t(`comments.sort.${value}`) }))}
        onChange={(order) => commenting.ask({ ...query, order })}
      />
    </div>
  );
}

function Threads() {
  const { comments } = useEditorSession();
  const { t } = useTranslations('comments');
  const say = useT();
  const errorText = useErrorText();
  const state = useSignalValue(comments.state);
  const threads = useShownThreads();
  if (state.kind === 'loading') {
    return (
      <p className={classes.note} role="status" aria-label={say('common.loading')}>
        <Spinner />
      </p>
    );
  }
  if (state.kind === 'failed') {
    return (
      <div className={classes.note} role="alert">
        <p>{t('comments.error.title')}</p>
        <p>{errorText(state.error)}</p>
        <Button size="small" onClick={() => comments.start()}>
          {say('common.retry')}
        </Button>
      </div>
    );
  }
  if (state.threads.length === 0) {
    return (
      <div className={classes.note}>
        <p className="m-0 text-(--text) text-13 font-medium">{t('comments.none.title')}</p>
        <p>{t('comments.none.text')}</p>
      </div>
    );
  }
  if (threads.length > 0) {
    return <Rows threads={threads} hasMore={state.hasMore} />;
  }
  return state.hasMore ? (
    <p className={classes.note} role="status" aria-label={say('common.loading')}>
      <Spinner />
    </p>
  ) : (
    <p className={classes.note}>{t('comments.none.found')}</p>
  );
}

function Rows({ threads, hasMore }: { threads: readonly Thread[]; hasMore: boolean }) {
  const { comments, editor } = useEditorSession();
  const { commenting } = editor;
  const open = useSignalValue(commenting.open);
  const scroller = useRef<HTMLOListElement>(null);
  const { first, last } = useVirtualRows({ scroller, count: threads.length, rowHeight: ROW_HEIGHT });
  useEffect(() => {
    if (hasMore && last >= threads.length - ROWS_AHEAD) {
      void comments.more();
    }
  }, [comments, hasMore, last, threads.length]);
  return (
    <ol ref={scroller} className="overflow-auto px-1 pt-0 pb-1 m-0 list-none">
      <li aria-hidden="true" style={{ height: first * ROW_HEIGHT }} />
      {threads.slice(first, last).map((thread) => (
        <Row
          key={thread.first.uuid}
          thread={thread}
          isOpen={thread.first.uuid === open?.id}
          onShow={() => commenting.show(thread.first.uuid, { isLeading: true })}
        />
      ))}
      <li aria-hidden="true" style={{ height: (threads.length - last) * ROW_HEIGHT }} />
    </ol>
  );
}

function Row({ thread, isOpen, onShow }: { thread: Thread; isOpen: boolean; onShow: () => void }) {
  const { t } = useTranslations('comments');
  const dates = useDates();
  const { number, first, replies, unread, activeAt } = thread;
  const name = authorName(t, first);
  return (
    <li
      className="h-[56px] rounded-control hover:bg-(--pressed) data-selected:bg-(--primary-tint)"
      data-selected={isOpen || undefined}
    >
      <button
        type="button"
        className="grid content-center px-2 py-0 gap-0.5 text-start size-full"
        aria-current={isOpen || undefined}
        onClick={onShow}
      >
        <span className="flex min-w-0 items-center gap-1.5">
          <span className="min-w-[1.25em] text-(--text-3) tabular-nums">{number}</span>
          {first.author && <Avatar person={first.author} size={20} />}
          <span className="font-medium truncate">{name}</span>
          <time className={primitives.faintLine} dateTime={activeAt}>
            {dates.relative(activeAt)}
          </time>
          {unread > 0 && (
            <span className="text-(--primary-text) text-12 ms-auto whitespace-nowrap">
              {t('comments.unread.count', { count: unread })}
            </span>
          )}
        </span>
        <span className="flex min-w-0 gap-2 justify-between">
          <span className="text-(--text-2) truncate">{first.text}</span>
          {replies.length > 0 && (
            <span className={primitives.faintLine}>{t('comments.replies', { count: replies.length })}</span>
          )}
        </span>
      </button>
    </li>
  );
}
