import type { CommentState } from '@diorama/shared/domain/comment-states.ts';
import { useState } from 'react';
import { useLive } from '../../api/hooks.ts';
import { keepShown } from './keep-shown.ts';
import type { ThreadItem } from './thread-line.tsx';
import { NOTHING_THERE, type ThreadsThere, threadsThere } from './threads-there.ts';

const NONE: ReadonlySet<string> = new Set();

type Memory = {
  state: CommentState;
  shown: readonly ThreadItem[];
  dropped: ReadonlySet<string>;
  there: ThreadsThere;
};

/** What a tab of threads shows, and what the person wants to see no longer once it is read. */
export type ShownThreads = {
  threads: ThreadItem[] | undefined;
  drop: (threads: readonly ThreadItem[]) => void;
};

/**
 * The threads that a tab shows: of the unread ones none leaves the list before it is opened again but what was dropped,
 * and what is not known to be there.
 */
export function useShownThreads(members: ThreadItem[] | undefined, state: CommentState): ShownThreads {
  const [memory, setMemory] = useState<Memory>(() => begin(state));
  useLive((message) =>
    setMemory((before) => {
      const there = threadsThere(before.there, message);
      return there === before.there ? before : { ...before, there };
    }),
  );
  const { shown, dropped, there } = memory.state === state ? memory : begin(state);
  const threads = members && (state === 'unread' ? keepShown({ shown, dropped, there }, members) : members);
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
  return { state, shown: [], dropped: NONE, there: NOTHING_THERE };
}

function idsOf(threads: readonly ThreadItem[]): string {
  return threads.map(({ uuid }) => uuid).join();
}
