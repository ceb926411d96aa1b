import { Box, Music } from 'lucide-react';
import type { DOMAttributes, DragEvent } from 'react';
import { Skeleton } from '../components/feedback/skeleton.tsx';
import { useT } from '../hooks/use-language.tsx';
import { useLibraryTranslations } from '../hooks/use-library-translations.ts';
import classes from './library.module.css';
import type { LibraryItem } from './use-library.ts';

/** A library item with its picture and name; the whole card is one button. */
export function LibraryCard({
  item,
  label,
  onPress,
  onDragStart,
  looking,
}: {
  item: LibraryItem;
  /** Accessible name, where it differs from the item's name. */
  label?: string;
  onPress: () => void;
  onDragStart?: (event: DragEvent) => void;
  /** Handlers of hover and focus. */
  looking?: DOMAttributes<HTMLElement>;
}) {
  const { t } = useLibraryTranslations();
  const Placeholder = item.kind === 'sound' ? Music : Box;
  return (
    <li className={classes.card} draggable={onDragStart !== undefined} onDragStart={onDragStart} {...looking}>
      <span className={classes.picture} data-kind={item.kind}>
        {item.thumbnailUrl ? (
          <img src={item.thumbnailUrl} alt="" loading="lazy" decoding="async" draggable={false} />
        ) : (
          <span
            className="absolute inset-0 grid text-(--text-3) place-items-center"
            title={item.kind === 'sound' ? undefined : t('library.drawing')}
          >
            <Placeholder size={32} strokeWidth={1} aria-hidden="true" />
          </span>
        )}
      </span>
      <button type="button" className={classes.name} aria-label={label} title={item.name} onClick={onPress}>
        {item.name}
      </button>
    </li>
  );
}

/** Placeholder of the cards. */
export function LibrarySkeleton({ count = 12 }: { count?: number }) {
  const t = useT();
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(45%,var(--item-min)),1fr))]"
    >
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
