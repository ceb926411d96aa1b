import {
  COMMENT_STATES,
  type CommentState,
  MAX_COUNTED_THREADS,
} from '@diorama/shared/domain/comment-states.ts';
import { CheckCheck, MessageCircle, MessageCircleCheck, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type PagedList, useList, useLive } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { PageHeader } from '../../components/page-header/page-header.tsx';
import { Tabs } from '../../components/tabs/tabs.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { affectsThreads } from '../../hooks/affects-threads.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUnreadComments } from '../../hooks/use-unread-comments.ts';
import classes from './comments.module.css';
import { type KnownThreads, NO_KNOWN_THREADS, updateKnownThreads } from './known-threads.ts';
import { type ThreadItem, ThreadRow, ThreadRowsSkeleton } from './thread-item.tsx';

/** Threads that a list has shown, those that the user removed, and those known to exist. */
type ShownBefore = { shown: readonly ThreadItem[]; dropped: ReadonlySet<string>; there: KnownThreads };

const NONE: ReadonlySet<string> = new Set();

type Memory = {
  state: CommentState;
  shown: readonly ThreadItem[];
  dropped: ReadonlySet<string>;
  there: KnownThreads;
};

/** Threads shown in a tab, and a function to hide read ones. */
type ShownThreads = { threads: ThreadItem[] | undefined; drop: (threads: readonly ThreadItem[]) => void };

/** Order of the tabs: unread threads first. */
const TABS = ['unread', 'open', 'mine', 'resolved'] as const satisfies readonly CommentState[];

/** Comments of every scene that the user can see. */
export function CommentsScreen() {
  const { t } = useTranslations('comments');
  useTitle(t('comments.title'));
  const [query, setQuery] = useSearchParams();
  const asked = query.get('state');
  const state = COMMENT_STATES.find((known) => known === asked) ?? 'unread';
  const show = (next: CommentState) => setQuery(next === 'unread' ? {} : { state: next }, { replace: true });
  // A change can move a thread into the list or out of it, which only the server knows.
  const list = useList('listThreads', { query: { state } }, { isOldAfter: affectsThreads });
  const shown = useShownThreads(list.members, state);
  const { count, recount } = useUnreadComments();
  const look = () => {
    shown.drop(shown.threads ?? []);
    list.reload();
    recount();
  };
  return (
    <div className="max-w-(--reading-width) px-6 pt-0 pb-16 max-md:px-4 max-md:pt-0 max-md:pb-16">
      <PageHeader title={t('comments.title')}>
        <ReadAll isNeeded={count !== undefined && count > 0} onDone={look} />
      </PageHeader>
      <Tabs
        label={t('comments.tabs')}
        value={state}
        onChange={show}
        tabs={TABS.map((key) => ({
          key,
          label: t(`comments.tab.${key}`),
          content: key === state && (
            <Threads
              list={list}
              shown={shown}
              state={state}
              onShowOpen={() => show('open')}
              onRead={recount}
            />
          ),
        }))}
      />
    </div>
  );
}

function Threads({
  list,
  shown: { threads, drop },
  state,
  onShowOpen,
  onRead,
}: {
  list: PagedList<ThreadItem>;
  shown: ShownThreads;
  state: CommentState;
  onShowOpen: () => void;
  onRead: () => void;
}) {
  const { t } = useTranslations('comments');
  const markRead = useReadThread(list, { state, onRead });
  if (threads === undefined) {
    return <Pending of={list} title={t('comments.error.title')} placeholder={<ThreadRowsSkeleton />} />;
  }
  if (threads.length === 0) {
    return <NoThreads state={state} onShowOpen={onShowOpen} />;
  }
  return (
    <>
      <p className="px-0 pt-4 pb-1 text-(--text-3) text-13">
        {list.totalItems > MAX_COUNTED_THREADS
          ? t('comments.countMany', { count: MAX_COUNTED_THREADS })
          : t('comments.count', { count: list.totalItems + threads.length - (list.members?.length ?? 0) })}
      </p>
      <ThreadLines
        list={list}
        threads={threads}
        onRead={(thread) => {
          drop([thread]);
          markRead(thread);
        }}
      />
    </>
  );
}

function ThreadLines({
  list,
  threads,
  onRead,
}: {
  list: PagedList<ThreadItem>;
  threads: readonly ThreadItem[];
  onRead: (thread: ThreadItem) => void;
}) {
  return (
    <>
      <ul className={classes.list}>
        {threads.map((thread) => (
          <ThreadRow key={thread.uuid} thread={thread} onRead={() => onRead(thread)} />
        ))}
      </ul>
      {list.hasMore && <LoadMore list={list} />}
    </>
  );
}

const PICTURES = {
  unread: MessageCircleCheck,
  open: MessageCircle,
  mine: MessagesSquare,
  resolved: CheckCheck,
} as const;

function NoThreads({ state, onShowOpen }: { state: CommentState; onShowOpen: () => void }) {
  const { t } = useTranslations('comments');
  const path = usePath();
  const Picture = PICTURES[state];
  return (
    <EmptyState
      picture={<Picture size={48} strokeWidth={1} aria-hidden="true" />}
      title={t(`comments.empty.${state}.title`)}
      text={t(`comments.empty.${state}.text`)}
      action={
        state === 'unread' ? (
          <Button onClick={onShowOpen}>{t('comments.empty.unread.action')}</Button>
        ) : (
          <ButtonLink to={path('scenes')}>{t('comments.empty.action')}</ButtonLink>
        )
      }
    />
  );
}

function ReadAll({ isNeeded, onDone }: { isNeeded: boolean; onDone: () => void }) {
  const { t } = useTranslations('comments');
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const { isBusy, submit } = useSubmit(async () => {
    const { read } = await client.call('readAllThreads', {});
    onDone();
    toast({ kind: 'success', text: t('comments.readAll.done', { count: read }) });
  }, showError);
  return (
    <NetworkButton
      icon={<CheckCheck size={16} aria-hidden="true" />}
      disabled={!isNeeded}
      isLoading={isBusy}
      onClick={submit}
    >
      {t('comments.readAll')}
    </NetworkButton>
  );
}

/**
 * Marks a thread as read at once, which removes it from the unread list. `onRead` is called after the server's answer.
 */
function useReadThread(
  list: PagedList<ThreadItem>,
  { state, onRead }: { state: CommentState; onRead: () => void },
): (thread: ThreadItem) => void {
  const { client } = useApi();
  const showError = useErrorToast();
  const read = async ({ uuid }: ThreadItem) => {
    list.change((members) =>
      state === 'unread'
        ? members.filter((thread) => thread.uuid !== uuid)
        : members.map((thread) =>
            thread.uuid === uuid ? { ...thread, unread: false, unreadNumber: 0 } : thread,
          ),
    );
    await client.call('readThread', { params: { id: uuid } });
    onRead();
  };
  return (thread) => {
    if (thread.unread) {
      read(thread).catch((error: unknown) => {
        list.reload();
        showError(error);
      });
    }
  };
}

/**
 * Threads shown in a tab: unread ones stay until the tab is opened again, unless they were hidden or no longer exist.
 */
function useShownThreads(members: ThreadItem[] | undefined, state: CommentState): ShownThreads {
  const [memory, setMemory] = useState<Memory>(() => begin(state));
  useLive((message) =>
    setMemory((before) => {
      const there = updateKnownThreads(before.there, message);
      return there === before.there ? before : { ...before, there };
    }),
  );
  const { shown, dropped, there } = memory.state === state ? memory : begin(state);
  const threads = members && (state === 'unread' ? mergeShown({ shown, dropped, there }, members) : members);
  if (memory.state !== state || (threads !== undefined && idsOf(threads) !== idsOf(shown))) {
    setMemory({ state, shown: threads ?? [], dropped, there });
  }
  return {
    threads,
    drop: (read) =>
      setMemory((before) => ({
        ...before,
        dropped: new Set([...before.dropped, ...read.map(({ uuid }) => uuid)]),
      })),
  };
}

function begin(state: CommentState): Memory {
  return { state, shown: [], dropped: NONE, there: NO_KNOWN_THREADS };
}

function idsOf(threads: readonly ThreadItem[]): string {
  return threads.map(({ uuid }) => uuid).join();
}

/**
 * Threads of the unread list: the unread ones, and each shown before at its place, because reading a thread must not
 * remove it from view. Deleted or inaccessible threads are removed.
 */
export function mergeShown(
  { shown: known, dropped, there }: ShownBefore,
  unread: readonly ThreadItem[],
): ThreadItem[] {
  const before = known.filter((thread) => !dropped.has(thread.uuid) && there.has(thread['@id']));
  const fresh = new Set(unread.map(({ uuid }) => uuid));
  const shown = [...unread];
  for (const [at, thread] of before.entries()) {
    if (!fresh.has(thread.uuid)) {
      const above = before[at - 1]?.uuid;
      const place = shown.findIndex(({ uuid }) => uuid === above) + 1;
      shown.splice(place, 0, { ...thread, unread: false, unreadNumber: 0 });
    }
  }
  return shown;
}
