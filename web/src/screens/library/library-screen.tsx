import { extensionsOf, namesOf, pickerOf } from '@diorama/shared/domain/formats.ts';
import { LIBRARY_SHELVES, type LibraryShelf } from '@diorama/shared/domain/library.ts';
import { Box, Plus, Search } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PagedList } from '../../api/hooks.ts';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { DropOverlay } from '../../components/drop-overlay/drop-overlay.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { FilesInput } from '../../components/files-input/files-input.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { PageHeader } from '../../components/page-header/page-header.tsx';
import type { ImportFile } from '../../files/import-set.ts';
import { filesOf, readDroppedFiles } from '../../files/read-dropped-files.ts';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { useFileDrop } from '../../hooks/use-file-drop.ts';
import { emptyText, useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import shared from '../../library/library.module.css';
import { LibraryCard, LibrarySkeleton } from '../../library/library-card.tsx';
import {
  LibraryCategories,
  LibraryScope,
  LibrarySearch,
  LibraryShelves,
} from '../../library/library-filters.tsx';
import { MATERIAL_FILES } from '../../library/plan-materials.ts';
import { QueueList } from '../../library/queue-list.tsx';
import { type LibraryItem, type LibraryQuery, useLibrary } from '../../library/use-library.ts';
import { LibraryItemDialog } from './library-item-dialog.tsx';
import classes from './library-screen.module.css';
import { FILES } from './shelf-files.ts';
import { useLibraryUploads } from './use-library-uploads.ts';

type Adding = { shelf: LibraryShelf; onFiles: (files: Promise<readonly ImportFile[]>) => void };

const SEARCH_WAIT_MS = 200;

/** Models, materials, textures, skies and fonts: the public library and the workspace's own. */
export function LibraryScreen() {
  const isManager = useWorkspace()?.role !== 'guest';
  const { t } = useLibraryTranslations();
  useTitle(t('library.title'));
  const [params, setParams] = useSearchParams();
  const query: LibraryQuery = {
    shelf: LIBRARY_SHELVES.find((shelf) => shelf === params.get('shelf')) ?? 'models',
    isMine: params.get('mine') === 'true',
    category: params.get('category'),
    words: params.get('q') ?? '',
  };
  const change = (patch: Partial<LibraryQuery>) => {
    const { shelf, isMine, category, words } = { ...query, ...patch };
    setParams(
      {
        ...(shelf !== 'models' && { shelf }),
        ...(isMine && { mine: 'true' }),
        ...(category !== null && { category }),
        ...(words !== '' && { q: words }),
      },
      { replace: true },
    );
  };
  const words = useDebounced(query.words.trim(), SEARCH_WAIT_MS);
  const list = useLibrary({ ...query, words });
  const { queue, add } = useLibraryUploads(query.shelf, list.reload);
  const canAdd = query.isMine && isManager;
  const page = (
    <div className={classes.page}>
      <PageHeader title={t('library.title')} stacks>
        <div className={classes.search}>
          <LibrarySearch value={query.words} onChange={(value) => change({ words: value })} />
        </div>
      </PageHeader>
      <div className={classes.bar}>
        <LibraryShelves shelf={query.shelf} onChange={(shelf) => change({ shelf, category: null })} />
        <LibraryScope isMine={query.isMine} onChange={(isMine) => change({ isMine })} />
        {list.members && list.members.length > 0 && (
          <span className={classes.count}>
            {t(`library.count.${query.shelf}`, { count: list.totalItems })}
          </span>
        )}
        {canAdd && <AddLibraryItems shelf={query.shelf} onFiles={add} />}
      </div>
      <LibraryCategories
        shelf={query.shelf}
        value={query.category}
        onChange={(category) => change({ category })}
      />
      {query.isMine && <QueueList queue={queue} />}
      <Items list={list} query={{ ...query, words }} onClear={() => change({ words: '', category: null })} />
    </div>
  );
  return canAdd ? (
    <ItemsDrop shelf={query.shelf} onFiles={add}>
      {page}
    </ItemsDrop>
  ) : (
    page
  );
}

function Items({
  list,
  query,
  onClear,
}: {
  list: PagedList<LibraryItem>;
  query: LibraryQuery;
  onClear: () => void;
}) {
  const { t } = useLibraryTranslations();
  const [shown, setShown] = useState<LibraryItem | null>(null);
  const { members } = list;
  if (members === undefined) {
    return list.error === undefined ? (
      <LibrarySkeleton />
    ) : (
      <ErrorState error={list.error} title={t('library.error.title')} onRetry={list.reload} />
    );
  }
  if (members.length === 0) {
    return <NoItems query={query} onClear={onClear} />;
  }
  return (
    <>
      <ul className={shared.grid}>
        {members.map((item) => (
          <LibraryCard key={item.uuid} item={item} onPress={() => setShown(item)} />
        ))}
      </ul>
      {list.hasMore && <LoadMore list={list} />}
      {shown && <LibraryItemDialog item={shown} onClose={() => setShown(null)} onChanged={list.reload} />}
    </>
  );
}

function NoItems({ query, onClear }: { query: LibraryQuery; onClear: () => void }) {
  const { t } = useLibraryTranslations();
  const path = usePath();
  const { words, category, isMine, shelf } = query;
  if (words !== '' || category !== null) {
    return (
      <EmptyState
        picture={<Search size={40} strokeWidth={1.25} aria-hidden="true" />}
        title={
          words === '' ? t('library.empty.shared.title') : t('library.empty.search.title', { query: words })
        }
        text={t('library.empty.search.text')}
        action={<Button onClick={onClear}>{t('library.empty.clear')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      picture={<Box size={48} strokeWidth={1} aria-hidden="true" />}
      title={t(isMine ? `library.empty.${shelf}.title` : 'library.empty.shared.title')}
      text={emptyText(t, { shelf, isMine })}
      action={
        isMine && shelf === 'materials' ? (
          <ButtonLink to={path('scenes')}>{t('library.empty.action')}</ButtonLink>
        ) : undefined
      }
    />
  );
}

/** Button that adds files to the workspace's own library. */
function AddLibraryItems({ shelf, onFiles }: Adding) {
  const { t } = useLibraryTranslations();
  const input = useRef<HTMLInputElement>(null);
  const label = t(`library.add.${shelf}`);
  return (
    <>
      <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <FilesInput
        ref={input}
        label={label}
        accept={pickerOf(shelf === 'materials' ? MATERIAL_FILES : extensionsOf(FILES[shelf].use))}
        onFiles={(files) => onFiles(Promise.resolve(filesOf(files)))}
      />
    </>
  );
}

/** Accepts files dropped anywhere on the library, including folders. */
function ItemsDrop({ shelf, onFiles, children }: Adding & { children: ReactNode }) {
  const { t } = useLibraryTranslations();
  const { isOver, dropProps } = useFileDrop((data) => onFiles(readDroppedFiles(data)));
  return (
    <div className={classes.drop} {...dropProps}>
      {children}
      {isOver && (
        <DropOverlay
          className={classes.veil}
          title={t('library.drop')}
          text={
            shelf === 'materials'
              ? t('library.drop.materials')
              : t('library.drop.files', { formats: namesOf(FILES[shelf].use) })
          }
        />
      )}
    </div>
  );
}
