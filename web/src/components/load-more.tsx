import { useEffect, useRef } from 'react';
import { useT } from '../hooks/use-language.tsx';
import { NetworkButton } from './button/network-button.tsx';

/** Distance below the screen at which the next page starts to load. */
const AHEAD = '600px';

/** Loads the next page of a list when it comes near, and by a button for users who do not scroll. */
export function LoadMore({ list }: { list: { isLoadingMore: boolean; loadMore: () => void } }) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const { isLoadingMore, loadMore } = list;
  useEffect(() => {
    if (place.current === null || isLoadingMore) {
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
  }, [loadMore, isLoadingMore]);
  return (
    <div ref={place} className="flex min-h-12 items-center justify-center mt-6">
      <NetworkButton isLoading={isLoadingMore} onClick={loadMore}>
        {t('common.loadMore')}
      </NetworkButton>
    </div>
  );
}
