import { useEffect, useRef } from 'react';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { useT } from '../../hooks/use-language.tsx';
import classes from './dashboard.module.css';

/** Loads the next page when it comes near, and by a button for users who do not scroll. */
export function LoadMoreRow({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null || isLoading) {
      return;
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) {
          onMore();
        }
      },
      { rootMargin: '600px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [onMore, isLoading]);
  return (
    <div ref={place} className={classes.more}>
      <NetworkButton isLoading={isLoading} onClick={onMore}>
        {t('common.loadMore')}
      </NetworkButton>
    </div>
  );
}
