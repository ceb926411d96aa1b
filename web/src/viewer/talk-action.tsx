import { useEffect, useState } from 'react';
import { fetchCode } from '../fetch-code.ts';
import { IconAction } from './icon-action.tsx';
import type { PageWords } from './page-language.ts';

type TalkActionProps = {
  /** Uuid of the scene, null for a preview. */
  link: string | null;
  /** Counter that changes with every new comment. */
  talk: number;
  isTalking: boolean;
  words: PageWords;
  onClick: () => void;
};

/** Button for visitors' comments, with the number of new ones. */
export function TalkAction({ link, talk, isTalking, words, onClick }: TalkActionProps) {
  const [news, setNews] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked again whenever something new is said
  useEffect(() => {
    if (isTalking || link === null) {
      setNews(0);
      return;
    }
    const watch = new AbortController();
    fetchCode(() => import('./comments/talk-news.ts')).then(
      ({ watchTalk }) => watch.signal.aborted || watchTalk(link, setNews, watch.signal),
      // Opening the comments shows the failure.
      () => undefined,
    );
    return () => watch.abort();
  }, [link, talk, isTalking]);
  const label = news > 0 ? words('comments.news', { count: news }) : words('comments');
  return <IconAction icon="comments" label={label} badge={news} onClick={onClick} />;
}
