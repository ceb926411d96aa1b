import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { Pending } from '../../../components/feedback/pending.tsx';
import { LoadMore } from '../../../components/load-more.tsx';
import primitives from '../../../components/primitives.module.css';
import { useDebounced } from '../../../hooks/use-debounced.ts';
import { emptyText, useLibraryTranslations } from '../../../hooks/use-library-translations.ts';
import { LibraryCard, LibrarySkeleton } from '../../../library/library-card.tsx';
import {
  LibraryCategories,
  LibraryScope,
  LibrarySearch,
  LibraryShelves,
} from '../../../library/library-filters.tsx';
import { isOwnShelf, useLibrary } from '../../../library/use-library.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { hoverPreviewProps, useHoverPreview } from '../../hooks/use-hover-preview.ts';
import classes from './library-drawer.module.css';
import { previewLibraryItem } from './model/insert-library-item.ts';
import { useDropOnScene } from './use-drop-on-scene.ts';
import { useInsertContext } from './use-insert-context.ts';
import { useInsertLibraryItem } from './use-insert-library-item.ts';

const SEARCH_WAIT_MS = 200;

/** Library over the side of the scene. A click or a drag inserts an item. */
export function LibraryDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useLibraryTranslations();
  const [shelf, setShelf] = useState<LibraryShelf>('models');
  const [isMine, setIsMine] = useState(false);
  const [category, setCategory] = useState<string | null>(null);
  const [text, setText] = useState('');
  const words = useDebounced(text.trim(), SEARCH_WAIT_MS);
  // The scene may use assets of the workspace that it belongs to, regardless of the previous page.
  const { account } = useEditorSession();
  const isOwn = isMine || isOwnShelf(shelf);
  const list = useLibrary({ shelf, isMine: isOwn, account, category, words });
  const put = useInsertLibraryItem();
  const context = useInsertContext();
  const hoverPreview = useHoverPreview();
  const dragStart = useDropOnScene(put);
  const { members } = list;
  return (
    <section className="flex min-h-0 flex-1 flex-col bg-(--surface-1)" aria-label={t('library.title')}>
      <header className="flex items-center justify-between pt-2 pr-2 pb-0 pl-4">
        <h2 className="text-13 font-semibold">{t('library.title')}</h2>
        <IconButton
          label={t('library.drawer.close')}
          icon={<X size={16} aria-hidden="true" />}
          onClick={onClose}
        />
      </header>
      <div className={classes.filters}>
        <div className={classes.shelves}>
          <LibraryShelves
            shelf={shelf}
            onChange={(next) => {
              setShelf(next);
              setCategory(null);
            }}
          />
        </div>
        <div className="w-full">
          <LibrarySearch value={text} onChange={setText} />
        </div>
        {!isOwnShelf(shelf) && <LibraryScope isMine={isMine} onChange={setIsMine} />}
        <LibraryCategories shelf={shelf} value={category} onChange={setCategory} />
        <p className={primitives.faint}>{t(`library.drawer.hint.${shelf}`)}</p>
      </div>
      <div className={classes.items}>
        {members === undefined && (
          <Pending of={list} title={t('library.error.title')} placeholder={<LibrarySkeleton count={8} />} />
        )}
        {members?.length === 0 && (
          <EmptyState
            title={
              words === ''
                ? t(isOwn ? `library.empty.${shelf}.title` : 'library.empty.shared.title')
                : t('library.empty.search.title', { query: words })
            }
            text={words === '' ? emptyText(t, { shelf, isMine: isOwn }) : t('library.empty.search.text')}
          />
        )}
        {members && members.length > 0 && (
          <ul className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(45%,var(--item-min)),1fr))]">
            {members.map((item) => (
              <LibraryCard
                key={item.uuid}
                item={item}
                onPress={() => {
                  put(item, null);
                  hoverPreview.end();
                }}
                onDragStart={(event) => {
                  hoverPreview.end();
                  dragStart(item)(event);
                }}
                looking={hoverPreviewProps(hoverPreview, () => previewLibraryItem(context, item))}
              />
            ))}
          </ul>
        )}
        {list.hasMore && <LoadMore list={list} />}
      </div>
    </section>
  );
}
