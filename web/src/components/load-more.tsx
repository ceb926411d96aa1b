import { useEffect, useRef } from 'react';
import type { PagedList } from '../api/hooks.ts';
import { useT } from '../hooks/use-language.tsx';
import { NetworkButton } from './button/network-button.tsx';

/** Distance below the screen at which the next page starts to load. */
const AHEAD = '600px';

type Props = { list: Pick<PagedList<unknown>, 'isLoadingMore' | 'error' | 'loadMore'> };

/**
 * Loads the next page of a list when it comes near, and by a button for users who do not scroll.
 * After an error only the button loads it.
 */
export function LoadMore({ list }: Props) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const { isLoadingMore, loadMore } = list;
  const isWaiting = isLoadingMore || list.error !== undefined;
  useEffect(() => {
    if (place.current === null || isWaiting) {
      return;
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) {
          loadMore();
        }
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [loadMore, isWaiting]);
  return (
    <div ref={place} className="flex min-h-12 items-center justify-center mt-6">
      <NetworkButton isLoading={isLoadingMore} onClick={loadMore}>
        {t('common.loadMore')}
      </NetworkButton>
    </div>
  );
}
