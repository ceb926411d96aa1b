import { useEffect, useMemo } from 'react';
import { useUser } from '../../../hooks/use-user.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import type { Thread } from './model/comments.ts';
import { filterThreads } from './model/thread-list.ts';

const NONE: readonly Thread[] = [];
/** Number of matching threads after which loading stops. */
const ENOUGH = 30;

/**
 * Filtered and sorted threads; empty while loading. Other orders and searches need all threads, which are
 * loaded page by page.
 */
export function useShownThreads(): readonly Thread[] {
  const { comments, editor } = useEditorSession();
  const { commenting } = editor;
  const state = useSignalValue(comments.state);
  const query = useSignalValue(commenting.query);
  const kept = useSignalValue(commenting.kept);
  const me = useUser()?.uuid ?? '';
  const threads = useMemo(
    () => (state.kind === 'ready' ? filterThreads(state.threads, { ...query, kept }, me) : NONE),
    [state, query, kept, me],
  );
  const needsAll = query.order !== 'newest' || query.search.trim() !== '';
  useEffect(() => {
    if (state.kind === 'ready' && state.hasMore && (needsAll || threads.length < ENOUGH)) {
      void comments.more();
    }
  }, [comments, state, needsAll, threads.length]);
  useEffect(() => {
    if (query.state === 'unread') {
      commenting.keep(threads.map(({ first }) => first.uuid));
    }
  }, [commenting, query.state, threads]);
  return threads;
}
