import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import {
  extensionsOf,
  type FormatUse,
  formatDisplayNames,
  pickerOf,
} from '@diorama/shared/domain/formats.ts';
import { LIBRARY_SHELVES, type LibraryShelf } from '@diorama/shared/domain/library.ts';
import { Box, Plus, Search } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isAbort } from '../../api/api-error.ts';
import { isNoticed } from '../../api/client.ts';
import type { PagedList } from '../../api/hooks.ts';
import { type Api, useApi } from '../../api/provider.tsx';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { DropOverlay } from '../../components/drop-overlay/drop-overlay.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { FilesInput } from '../../components/files-input/files-input.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { PageHeader } from '../../components/page-header/page-header.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import type { ImportFile } from '../../files/import-set.ts';
import { filesOf, readDroppedFiles } from '../../files/read-dropped-files.ts';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useFileDrop } from '../../hooks/use-file-drop.ts';
import { emptyText, useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useUser } from '../../hooks/use-user.ts';
import type { MaterialFiles } from '../../library/group-maps.ts';
import { LibraryCard, LibrarySkeleton } from '../../library/library-card.tsx';
import {
  LibraryCategories,
  LibraryScope,
  LibrarySearch,
  LibraryShelves,
} from '../../library/library-filters.tsx';
import { MATERIAL_FILES } from '../../library/plan-materials.ts';
import { QueueList } from '../../library/queue-list.tsx';
import { sendAsset } from '../../library/send-asset.ts';
import { sendMaterial } from '../../library/send-material.ts';
import { type SendOptions, type UndoJob, UploadQueue } from '../../library/upload-queue.ts';
import { isOwnShelf, type LibraryItem, type LibraryQuery, useLibrary } from '../../library/use-library.ts';
import { usePlanMaterials } from '../../library/use-plan-materials.ts';
import { createStoredList } from '../../stored-list.ts';
import { warnBeforeUnload } from '../../warn-before-unload.ts';
import { LibraryItemDialog } from './library-item-dialog.tsx';
import classes from './library-screen.module.css';

/** Shelves whose items are files. */
type FileShelf = Exclude<LibraryShelf, 'materials' | 'components'>;

/** Shelves that files can be added to. */
type FilledShelf = Exclude<LibraryShelf, 'components'>;

/** File format and asset type of each shelf. */
const FILES: Record<FileShelf, { use: FormatUse; type: number }> = {
  models: { use: 'model', type: ASSET_TYPE.model },
  textures: { use: 'texture', type: ASSET_TYPE.texture },
  hdris: { use: 'sky', type: ASSET_TYPE.hdri },
  fonts: { use: 'font', type: ASSET_TYPE.font },
  sounds: { use: 'sound', type: ASSET_TYPE.sound },
};

/** Uploads one item into the library. */
type Sending = (options: SendOptions) => Promise<UndoJob | null>;

/** Uploads continue while other pages are open, and are shown again on return. */
const queues = new WeakMap<Api, UploadQueue<Sending>>();

type Adding = { shelf: FilledShelf; onFiles: (files: Promise<readonly ImportFile[]>) => void };

const SEARCH_WAIT_MS = 200;

/** Models, materials, textures, skies, fonts and sounds: the public library and the workspace's own. */
export function LibraryScreen() {
  const isManager = useWorkspace()?.role !== 'guest';
  const { t } = useLibraryTranslations();
  useTitle(t('library.title'));
  const [params, setParams] = useSearchParams();
  const shelf = LIBRARY_SHELVES.find((one) => one === params.get('shelf')) ?? 'models';
  const query: LibraryQuery = {
    shelf,
    isMine: isOwnShelf(shelf) || params.get('mine') === 'true',
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
  const filled = shelf === 'components' ? null : shelf;
  const { queue, add } = useLibraryUploads(filled ?? 'models', list.reload);
  const addedTo = query.isMine && isManager ? filled : null;
  const page = (
    <div className={classes.page}>
      <PageHeader title={t('library.title')} stacks>
        <div className="w-[20rem] min-w-0 max-md:w-auto">
          <LibrarySearch value={query.words} onChange={(value) => change({ words: value })} />
        </div>
      </PageHeader>
      <div className={primitives.bar}>
        <LibraryShelves shelf={shelf} onChange={(next) => change({ shelf: next, category: null })} />
        {!isOwnShelf(shelf) && (
          <LibraryScope isMine={query.isMine} onChange={(isMine) => change({ isMine })} />
        )}
        {list.members && list.members.length > 0 && (
          <span className="ml-auto text-(--text-3) text-13 max-md:hidden">
            {t(`library.count.${query.shelf}`, { count: list.totalItems })}
          </span>
        )}
        {addedTo && <AddLibraryItems shelf={addedTo} onFiles={add} />}
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
  return addedTo ? (
    <ItemsDrop shelf={addedTo} onFiles={add}>
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
    return <Pending of={list} title={t('library.error.title')} placeholder={<LibrarySkeleton />} />;
  }
  if (members.length === 0) {
    return <NoItems query={query} onClear={onClear} />;
  }
  return (
    <>
      <ul className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(45%,var(--item-min)),1fr))]">
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
              : t('library.drop.files', { formats: formatDisplayNames(FILES[shelf].use) })
          }
        />
      )}
    </div>
  );
}

/** Uploads into the workspace's own library; `onAdded` is called for each finished item. */
function useLibraryUploads(shelf: FilledShelf, onAdded: () => void) {
  const { t } = useLibraryTranslations();
  const api = useApi();
  const account = useWorkspace()?.uuid;
  const toast = useToast();
  const errorText = useErrorText();
  const planMaterials = usePlanMaterials();
  const queue = queueOf(api, useUser()?.uuid ?? '');
  /** Shows the result in a toast, also on other pages. */
  const withToast = async (name: string, work: () => Promise<unknown>): Promise<null> => {
    try {
      await work();
    } catch (error) {
      // A cancelled upload needs no message.
      if (!isAbort(error) && !isNoticed(error)) {
        toast({ kind: 'error', text: t('library.add.failed', { name, reason: errorText(error) }) });
      }
      throw error;
    }
    toast({ kind: 'success', text: t('library.saved', { name }) });
    return null;
  };
  const handleAdded = useEffectEvent(onAdded);
  useEffect(() => onArrival(queue, () => handleAdded()), [queue]);

  const planFile = (kind: FileShelf, file: File) => ({
    name: file.name,
    job: (options: SendOptions) =>
      withToast(file.name, () =>
        sendAsset(api, file, { type: FILES[kind].type, account, uploadType: 'library' }, options),
      ),
  });
  const planMaterial = (files: MaterialFiles) => ({
    name: files.name,
    isMadeHere: true,
    job: (options: SendOptions) =>
      withToast(files.name, () => sendMaterial(api, { files, account, details: { account } }, options)),
  });
  const plan = async (files: readonly ImportFile[]) => {
    if (shelf !== 'materials') {
      return files.map(({ file }) => planFile(shelf, file));
    }
    return (await planMaterials(files)).map(planMaterial);
  };
  const add = (files: Promise<readonly ImportFile[]>) => {
    files
      .then(plan)
      .then((jobs) => queue.add(jobs))
      .catch(() => toast({ kind: 'error', text: t('library.drop.failed') }));
  };
  return { queue, add };
}

function queueOf(api: Api, person: string): UploadQueue<Sending> {
  const known = queues.get(api);
  if (known) {
    return known;
  }
  const queue = new UploadQueue<Sending>(
    (send, options) => send(options),
    createStoredList(sessionStorage, `diorama.library-uploads.${person}`),
  );
  queues.set(api, queue);
  // Active while the page is open, since uploads continue on every screen.
  warnBeforeUnload(() => queue.isBusy);
  return queue;
}

function onArrival(queue: UploadQueue<Sending>, listener: () => void): () => void {
  const count = () => queue.get().filter(({ phase }) => phase === 'done').length;
  let before = count();
  return queue.subscribe(() => {
    const now = count();
    if (now > before) {
      listener();
    }
    before = now;
  });
}
