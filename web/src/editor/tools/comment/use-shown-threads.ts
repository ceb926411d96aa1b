import { useMemo } from 'react';
import { useUser } from '../../../hooks/use-user.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import { listThreads } from '../../kernels/thread-list.ts';
import type { Thread } from '../../managers/comments.ts';

const NONE: readonly Thread[] = [];

/** The threads that the person asked for, in their order; none while they are read. */
export function useShownThreads(): readonly Thread[] {
  const { comments, editor } = useEditorSession();
  const state = useStore(comments);
  const query = useStore(editor.commenting.query);
  const me = useUser()?.uuid ?? '';
  return useMemo(
    () => (state.kind === 'ready' ? listThreads(state.threads, query, me) : NONE),
    [state, query, me],
  );
}
