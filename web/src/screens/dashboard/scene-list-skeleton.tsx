import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useT } from '../../hooks/use-language.tsx';
import classes from './dashboard.module.css';
import card from './scene-card.module.css';
import type { GridStyle } from './scene-list.tsx';

/** Enough to fill a large screen. */
const COUNT = 12;

/** Placeholder of the scenes. */
export function SceneListSkeleton({ look }: { look: GridStyle }) {
  const t = useT();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <div className={classes[look]}>
        {Array.from({ length: COUNT }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same
          <div key={index} className={`${card.card} ${look === 'column' ? card.line : ''}`}>
            <div className={card.picture}>
              <Skeleton height="100%" />
            </div>
            <div className={card.words}>
              <div className={card.text}>
                <Skeleton width="60%" height="1.25rem" />
                {look === 'row' && <Skeleton width="40%" height="1.25rem" style={{ marginTop: 2 }} />}
              </div>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
