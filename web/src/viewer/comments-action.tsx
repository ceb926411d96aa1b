import { useEffect, useState } from 'react';
import { fetchCode } from '../fetch-code.ts';
import { IconAction } from './icon-action.tsx';
import type { PageTranslate } from './page-language.ts';

type TalkActionProps = {
  /** Uuid of the scene, null for a preview. */
  link: string | null;
  /** Counter that changes with every new comment. */
  talk: number;
  isTalking: boolean;
  t: PageTranslate;
  onClick: () => void;
};

/** Button for visitors' comments, with the number of new ones. */
export function CommentsAction({ link, talk, isTalking, t, onClick }: TalkActionProps) {
  const [news, setNews] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked again whenever something new is said
  useEffect(() => {
    if (isTalking || link === null) {
      setNews(0);
      return;
    }
    const watch = new AbortController();
    fetchCode(() => import('./comments/new-comments.ts')).then(
      ({ watchComments }) => watch.signal.aborted || watchComments(link, setNews, watch.signal),
      // Opening the comments shows the failure.
      () => undefined,
    );
    return () => watch.abort();
  }, [link, talk, isTalking]);
  const label = news > 0 ? t('comments.news', { count: news }) : t('comments');
  return <IconAction icon="comments" label={label} badge={news} onClick={onClick} />;
}
