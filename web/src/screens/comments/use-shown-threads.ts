import type { CommentState } from '@diorama/shared/domain/comment-states.ts';
import { useState } from 'react';
import { useLive } from '../../api/hooks.ts';
import { type KnownThreads, NO_KNOWN_THREADS, updateKnownThreads } from './known-threads.ts';
import { mergeShown } from './merge-shown.ts';
import type { ThreadItem } from './thread-item.tsx';

const NONE: ReadonlySet<string> = new Set();

type Memory = {
  state: CommentState;
  shown: readonly ThreadItem[];
  dropped: ReadonlySet<string>;
  there: KnownThreads;
};

/** Threads shown in a tab, and a function to hide read ones. */
export type ShownThreads = {
  threads: ThreadItem[] | undefined;
  drop: (threads: readonly ThreadItem[]) => void;
};

/**
 * Threads shown in a tab: unread ones stay until the tab is opened again, unless they were hidden or no longer exist.
 */
export function useShownThreads(members: ThreadItem[] | undefined, state: CommentState): ShownThreads {
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
