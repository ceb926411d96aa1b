import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import { X } from 'lucide-react';
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import shared from '../../library/library.module.css';
import { LibraryCard, LibrarySkeleton } from '../../library/library-card.tsx';
import {
  LibraryCategories,
  LibraryScope,
  LibrarySearch,
  LibraryShelves,
} from '../../library/library-filters.tsx';
import { type LibraryThing, useLibrary } from '../../library/use-library.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import type { ScreenPoint } from '../managers/camera.ts';
import classes from './library-drawer.module.css';
import { putThing } from './put-thing.ts';
import { usePutMeans } from './use-put-means.ts';

const SEARCH_WAIT_MS = 200;
/** Marks what is dragged as ours; what it is we know ourselves. */
const DRAG_TYPE = 'application/x-diorama-thing';

/** The library beside the scene: a press or a drag puts a thing into it. */
export function LibraryDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useLibraryWords();
  const [shelf, setShelf] = useState<LibraryShelf>('models');
  const [isMine, setIsMine] = useState(false);
  const [category, setCategory] = useState<string | null>(null);
  const [text, setText] = useState('');
  const words = useDebounced(text.trim(), SEARCH_WAIT_MS);
  // What the scene may use is its own workspace's, whichever this person came from.
  const { account } = useEditorSession();
  const list = useLibrary({ shelf, isMine, account, category, words });
  const put = usePut();
  const dragStart = useDropOnScene(put);
  const { members } = list;
  return (
    <section className={classes.drawer} aria-label={t('library.title')}>
      <header className={classes.head}>
        <h2 className={classes.title}>{t('library.title')}</h2>
        <IconButton
          tip="none"
          label={t('library.drawer.close')}
          icon={<X size={16} aria-hidden="true" />}
          onClick={onClose}
        />
      </header>
      <div className={classes.filters}>
        <LibraryShelves
          shelf={shelf}
          onChange={(next) => {
            setShelf(next);
            setCategory(null);
          }}
        />
        <LibrarySearch value={text} onChange={setText} />
        <LibraryScope isMine={isMine} onChange={setIsMine} />
        <LibraryCategories shelf={shelf} value={category} onChange={setCategory} />
        <p className={classes.hint}>{t(`library.drawer.hint.${shelf}`)}</p>
      </div>
      <div className={classes.things}>
        {members === undefined && list.error === undefined && <LibrarySkeleton count={8} />}
        {members === undefined && list.error !== undefined && (
          <ErrorState error={list.error} title={t('library.error.title')} onRetry={list.reload} />
        )}
        {members?.length === 0 && (
          <EmptyState
            title={
              words === ''
                ? t(isMine ? `library.empty.${shelf}.title` : 'library.empty.shared.title')
                : t('library.empty.search.title', { query: words })
            }
            text={
              words === ''
                ? t(isMine ? `library.empty.${shelf}.text` : 'library.empty.shared.text')
                : t('library.empty.search.text')
            }
          />
        )}
        {members && members.length > 0 && (
          <ul className={shared.grid}>
            {members.map((thing) => (
              <LibraryCard
                key={thing.uuid}
                thing={thing}
                onPress={() => put(thing, null)}
                onDragStart={dragStart(thing)}
              />
            ))}
          </ul>
        )}
        {list.hasMore && <LoadMore list={list} />}
      </div>
    </section>
  );
}

/** Puts a thing into the scene, and says why not if it cannot. */
function usePut(): (thing: LibraryThing, at: ScreenPoint | null) => void {
  const means = usePutMeans();
  const { t } = useLibraryWords();
  const toast = useToast();
  return (thing, at) => {
    const outcome = putThing(means, thing, at);
    if (outcome !== 'done') {
      toast({ kind: outcome === 'selectFirst' ? 'info' : 'warning', text: t(`library.drawer.${outcome}`) });
    }
  };
}

/** Lets the viewport take what is dragged out of the drawer. @returns what a card does when its drag begins. */
function useDropOnScene(
  put: (thing: LibraryThing, at: ScreenPoint) => void,
): (thing: LibraryThing) => (event: DragEvent) => void {
  const dragged = useRef<LibraryThing | null>(null);
  const drop = useEffectEvent((event: globalThis.DragEvent, host: HTMLElement) => {
    const { left, top } = host.getBoundingClientRect();
    if (dragged.current) {
      put(dragged.current, { x: event.clientX - left, y: event.clientY - top });
    }
    dragged.current = null;
  });
  useEffect(() => {
    const host = document.querySelector<HTMLElement>('[role="application"]');
    if (!host) {
      return;
    }
    const abort = new AbortController();
    const isOurs = (event: globalThis.DragEvent) => event.dataTransfer?.types.includes(DRAG_TYPE) ?? false;
    host.addEventListener(
      'dragover',
      (event) => {
        if (isOurs(event)) {
          event.preventDefault();
        }
      },
      { signal: abort.signal },
    );
    host.addEventListener(
      'drop',
      (event) => {
        if (isOurs(event)) {
          event.preventDefault();
          drop(event, host);
        }
      },
      { signal: abort.signal },
    );
    return () => abort.abort();
  }, []);
  return (thing) => (event) => {
    dragged.current = thing;
    event.dataTransfer.setData(DRAG_TYPE, thing.uuid);
    event.dataTransfer.effectAllowed = 'copy';
  };
}
