import { Box } from 'lucide-react';
import type { DOMAttributes, DragEvent } from 'react';
import { Skeleton } from '../components/feedback/skeleton.tsx';
import { useT } from '../hooks/use-language.tsx';
import { useLibraryWords } from '../hooks/use-library-words.ts';
import classes from './library.module.css';
import type { LibraryThing } from './use-library.ts';

/** A library item with its picture and name; the whole card is one button. */
export function LibraryCard({
  thing,
  label,
  onPress,
  onDragStart,
  looking,
}: {
  thing: LibraryThing;
  /** Accessible name, where it differs from the item's name. */
  label?: string;
  onPress: () => void;
  onDragStart?: (event: DragEvent) => void;
  /** Handlers of hover and focus. */
  looking?: DOMAttributes<HTMLElement>;
}) {
  const { t } = useLibraryWords();
  return (
    <li className={classes.card} draggable={onDragStart !== undefined} onDragStart={onDragStart} {...looking}>
      <span className={classes.picture} data-kind={thing.kind}>
        {thing.thumbnailUrl ? (
          <img src={thing.thumbnailUrl} alt="" loading="lazy" decoding="async" draggable={false} />
        ) : (
          <span className={classes.placeholder} title={t('library.drawing')}>
            <Box size={32} strokeWidth={1} aria-hidden="true" />
          </span>
        )}
      </span>
      <button type="button" className={classes.name} aria-label={label} title={thing.name} onClick={onPress}>
        {thing.name}
      </button>
    </li>
  );
}

/** Placeholder of the cards. */
export function LibrarySkeleton({ count = 12 }: { count?: number }) {
  const t = useT();
  return (
    <div role="status" aria-label={t('common.loading')} className={classes.grid}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same
        <div key={index} className={classes.card}>
          <span className={classes.picture}>
            <Skeleton height="100%" />
          </span>
          <Skeleton width="60%" height="1.25rem" />
        </div>
      ))}
    </div>
  );
}
