import type { VisitorComment } from '@diorama/shared/contract/visitor-comments.ts';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { createPendingRequests } from '../../api/pending-requests.ts';
import { type CommentFailure, listComments, type NewComment, postComment } from './comment-calls.ts';
import { markRead } from './new-comments.ts';
import { threadsOf, type VisitorThread } from './threads-of.ts';

/** Interval between requests for comments while the page is visible, where no events arrive. */
const LOOK_MS = 30_000;

/**
 * Comments of visitors on a scene; `threads` is null while loading.
 * @param talk - counter that changes with every new comment
 * @param onRefused - called when comments are no longer permitted
 */
export function useComments(uuid: string, talk: number, onRefused: () => void) {
  const [comments, setComments] = useState<readonly VisitorComment[] | null>(null);
  const [trouble, setTrouble] = useState<CommentFailure | null>(null);
  const [unsaid] = useState(createPendingRequests<{ body: string }>);

  const look = useCallback(async () => {
    const answer = await listComments(uuid);
    if ('value' in answer) {
      setComments(answer.value);
      markRead(uuid, answer.value);
    }
    setTrouble('value' in answer ? null : answer.trouble);
  }, [uuid]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked again whenever something new is said
  useEffect(() => {
    // Neither rejects: `trouble` contains the failure.
    void look();
    const timer = setInterval(() => !document.hidden && void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [look, talk]);

  const handleRefused = useEffectEvent(onRefused);
  useEffect(() => {
    if (trouble === 'off') {
      handleRefused();
    }
  }, [trouble]);

  const threads = useMemo<readonly VisitorThread[] | null>(() => comments && threadsOf(comments), [comments]);
  return {
    threads,
    trouble,
    look,
    /** @returns the uuid of the new comment, or the reason of a refusal */
    say: async (said: NewComment) => {
      const answer = await postComment(uuid, said, unsaid);
      if ('value' in answer) {
        setComments((before) => [...(before ?? []), answer.value]);
        markRead(uuid, [answer.value]);
      } else if (answer.trouble === 'off') {
        setTrouble('off');
      }
      return answer;
    },
  };
}
