import { Box, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PagedList } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { Spinner } from '../../components/feedback/spinner.tsx';
import { Switch } from '../../components/field/checkbox.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Confirm } from '../../components/modal/modal.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import lines from '../../library/queue-list.module.css';
import type { LibraryItem } from '../../library/use-library.ts';
import { removalText } from '../library/remove-library-item.tsx';
import { ItemDialog } from './item-dialog.tsx';
import classes from './upload-library.module.css';

type Shelf = 'models' | 'materials';

/** The public library, including hidden items, with the operator's actions. */
export function SharedList({ shelf, list }: { shelf: Shelf; list: PagedList<LibraryItem> }) {
  const { t } = useLibraryTranslations();
  const [editing, setEditing] = useState<LibraryItem | null>(null);
  const [removing, setRemoving] = useState<LibraryItem | null>(null);
  const { publish, remove } = useKeeping(shelf, list);
  const { members } = list;
  return (
    <section className="flex flex-col gap-2 mt-4" aria-label={t('upload.list')}>
      <h2 className={primitives.title14}>{t('upload.list')}</h2>
      {members === undefined && (
        <Pending of={list} title={t('library.error.title')} placeholder={<Spinner size={20} />} />
      )}
      {members?.length === 0 && <p className={primitives.muted}>{t('upload.list.empty')}</p>}
      <ul>
        {members?.map((item) => (
          <SharedLine
            key={item.uuid}
            item={item}
            onPublish={(isPublished) => publish(item, isPublished)}
            onEdit={() => setEditing(item)}
            onRemove={() => setRemoving(item)}
          />
        ))}
      </ul>
      {list.hasMore && <LoadMore list={list} />}
      {editing && (
        <ItemDialog shelf={shelf} item={editing} onClose={() => setEditing(null)} onSaved={list.reload} />
      )}
      {removing && (
        <Confirm
          title={t('library.remove.title', { name: removing.name ?? '' })}
          text={t(removalText(shelf))}
          confirmLabel={t('library.remove')}
          isDangerous
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}

function SharedLine({
  item,
  onPublish,
  onEdit,
  onRemove,
}: {
  item: LibraryItem;
  onPublish: (isPublished: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { t } = useLibraryTranslations();
  const { name = '', thumbnailUrl, isPublished = false } = item;
  return (
    <li className={lines.line}>
      <span className={classes.thumb}>
        {thumbnailUrl ? (
          <img src={thumbnailUrl} alt="" loading="lazy" />
        ) : (
          <Box size={16} aria-hidden="true" />
        )}
      </span>
      <span className="min-w-0 flex-1 text-13 truncate max-md:basis-1/2" title={name}>
        {name}
      </span>
      <span className={lines.state}>
        <State item={item} />
      </span>
      <span className="w-[8rem] shrink-0 text-(--text-2) text-12">
        <Switch
          label={t(isPublished ? 'upload.published' : 'upload.unpublished')}
          aria-label={t('upload.publishItem', { name })}
          checked={isPublished}
          needsServer
          onChange={(event) => onPublish(event.currentTarget.checked)}
        />
      </span>
      <IconButton
        label={t('upload.edit', { name })}
        icon={<Pencil size={16} aria-hidden="true" />}
        onClick={onEdit}
      />
      <IconButton
        label={t('upload.delete', { name })}
        icon={<Trash2 size={16} aria-hidden="true" />}
        onClick={onRemove}
      />
    </li>
  );
}

function State({ item }: { item: LibraryItem }) {
  const { t } = useLibraryTranslations();
  const words = useT();
  if (item.status === 'failed') {
    return <Badge kind="error">{t('upload.failed', { reason: words('error.import.failed') })}</Badge>;
  }
  return item.status === 'ready' ? null : <Badge kind="info">{t('upload.converting')}</Badge>;
}

function useKeeping(shelf: Shelf, list: PagedList<LibraryItem>) {
  const { t } = useLibraryTranslations();
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const run = (
    change: (members: LibraryItem[]) => LibraryItem[],
    call: () => Promise<unknown>,
    done?: string,
  ) => {
    list.change(change);
    call().then(
      () => {
        if (done) {
          toast({ kind: 'info', text: done });
        }
      },
      (error: unknown) => {
        list.reload();
        showError(error);
      },
    );
  };
  return {
    publish: ({ uuid }: LibraryItem, isPublished: boolean) =>
      run(
        (members) => members.map((one) => (one.uuid === uuid ? { ...one, isPublished } : one)),
        () => client.call('patchLibraryItem', { params: { shelf, id: uuid }, body: { isPublished } }),
      ),
    remove: ({ uuid, name = '' }: LibraryItem) =>
      run(
        (members) => members.filter((one) => one.uuid !== uuid),
        () => client.call('deleteLibraryItem', { params: { shelf, id: uuid } }),
        t('library.removed', { name }),
      ),
  };
}
