import { LIBRARY_SHELVES, type LibraryShelf } from '@diorama/shared/domain/library.ts';
import { Button } from '../components/button/button.tsx';
import { SearchField } from '../components/field/search-field.tsx';
import { useLibraryTranslations } from '../hooks/use-library-translations.ts';
import classes from './library.module.css';
import { useLibraryCategories } from './use-library.ts';

export function LibrarySearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useLibraryTranslations();
  return <SearchField label={t('library.search')} value={value} onChange={onChange} />;
}

/** Switch between the public library and the workspace's items. */
export function LibraryScope({ isMine, onChange }: { isMine: boolean; onChange: (isMine: boolean) => void }) {
  const { t } = useLibraryTranslations();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of two buttons is no part of a form
    <div
      className="flex max-w-full flex-wrap gap-0.5 p-0.5 rounded-control bg-(--surface-2)"
      role="group"
      aria-label={t('library.scope')}
    >
      {([false, true] as const).map((mine) => (
        <Button
          key={String(mine)}
          variant="ghost"
          aria-pressed={isMine === mine}
          className={classes.chip}
          onClick={() => onChange(mine)}
        >
          {t(mine ? 'library.scope.mine' : 'library.scope.shared')}
        </Button>
      ))}
    </div>
  );
}

/** Tabs of the item kinds. */
export function LibraryShelves({
  shelf,
  onChange,
}: {
  shelf: LibraryShelf;
  onChange: (shelf: LibraryShelf) => void;
}) {
  const { t } = useLibraryTranslations();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons is no part of a form
    <div
      className="flex max-w-full flex-wrap gap-0.5 p-0.5 rounded-control bg-(--surface-2)"
      role="group"
      aria-label={t('library.shelves')}
    >
      {LIBRARY_SHELVES.map((name) => (
        <Button
          key={name}
          variant="ghost"
          aria-pressed={shelf === name}
          className={classes.chip}
          onClick={() => onChange(name)}
        >
          {t(`library.${name}`)}
        </Button>
      ))}
    </div>
  );
}

/** Categories of a shelf in a scrolling row. */
export function LibraryCategories({
  shelf,
  value,
  onChange,
}: {
  shelf: LibraryShelf;
  value: string | null;
  onChange: (uuid: string | null) => void;
}) {
  const { t } = useLibraryTranslations();
  const categories = useLibraryCategories(shelf);
  if (categories.length === 0) {
    return null;
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons is no part of a form
    <div className={classes.categories} role="group" aria-label={t('library.categories')}>
      {[{ uuid: null, name: t('library.categories.all') }, ...categories].map(({ uuid, name }) => (
        <Button
          key={uuid ?? 'all'}
          size="small"
          variant="ghost"
          aria-pressed={value === uuid}
          className={classes.category}
          onClick={() => onChange(uuid)}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}
