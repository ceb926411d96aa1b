import { Box, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PagedList } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Spinner } from '../../components/feedback/spinner.tsx';
import { Switch } from '../../components/field/checkbox.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Confirm } from '../../components/modal/confirm.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import { useTellError } from '../../hooks/use-tell-error.ts';
import lines from '../../library/queue-list.module.css';
import type { LibraryThing } from '../../library/use-library.ts';
import { removalText } from '../library/remove-thing.tsx';
import { ItemDialog } from './item-dialog.tsx';
import classes from './upload-library.module.css';

type Shelf = 'models' | 'materials';

/** The public library, including hidden items, with the operator's actions. */
export function SharedList({ shelf, list }: { shelf: Shelf; list: PagedList<LibraryThing> }) {
  const { t } = useLibraryWords();
  const [editing, setEditing] = useState<LibraryThing | null>(null);
  const [removing, setRemoving] = useState<LibraryThing | null>(null);
  const { publish, remove } = useKeeping(shelf, list);
  const { members } = list;
  return (
    <section className={lines.section} aria-label={t('upload.list')}>
      <h2 className={classes.heading}>{t('upload.list')}</h2>
      {members === undefined && list.error === undefined && <Spinner size={20} />}
      {members === undefined && list.error !== undefined && (
        <ErrorState error={list.error} title={t('library.error.title')} onRetry={list.reload} />
      )}
      {members?.length === 0 && <p className={classes.note}>{t('upload.list.empty')}</p>}
      <ul>
        {members?.map((thing) => (
          <SharedLine
            key={thing.uuid}
            thing={thing}
            onPublish={(isPublished) => publish(thing, isPublished)}
            onEdit={() => setEditing(thing)}
            onRemove={() => setRemoving(thing)}
          />
        ))}
      </ul>
      {list.hasMore && <LoadMore list={list} />}
      {editing && (
        <ItemDialog shelf={shelf} thing={editing} onClose={() => setEditing(null)} onSaved={list.reload} />
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
  thing,
  onPublish,
  onEdit,
  onRemove,
}: {
  thing: LibraryThing;
  onPublish: (isPublished: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { t } = useLibraryWords();
  const { name = '', thumbnailUrl, isPublished = false } = thing;
  return (
    <li className={lines.line}>
      <span className={classes.thumb}>
        {thumbnailUrl ? (
          <img src={thumbnailUrl} alt="" loading="lazy" />
        ) : (
          <Box size={16} aria-hidden="true" />
        )}
      </span>
      <span className={lines.lineName} title={name}>
        {name}
      </span>
      <span className={lines.state}>
        <State thing={thing} />
      </span>
      <span className={classes.publish}>
        <Switch
          label={t(isPublished ? 'upload.published' : 'upload.unpublished')}
          aria-label={t('upload.publishItem', { name })}
          checked={isPublished}
          onChange={(event) => onPublish(event.currentTarget.checked)}
        />
      </span>
      <IconButton
        tip="end"
        label={t('upload.edit', { name })}
        icon={<Pencil size={16} aria-hidden="true" />}
        onClick={onEdit}
      />
      <IconButton
        tip="end"
        label={t('upload.delete', { name })}
        icon={<Trash2 size={16} aria-hidden="true" />}
        onClick={onRemove}
      />
    </li>
  );
}

function State({ thing }: { thing: LibraryThing }) {
  const { t } = useLibraryWords();
  const words = useT();
  if (thing.status === 'failed') {
    return <Badge kind="error">{t('upload.failed', { reason: words('error.import.failed') })}</Badge>;
  }
  return thing.status === 'ready' ? null : <Badge kind="info">{t('upload.converting')}</Badge>;
}

function useKeeping(shelf: Shelf, list: PagedList<LibraryThing>) {
  const { t } = useLibraryWords();
  const { client } = useApi();
  const toast = useToast();
  const tellError = useTellError();
  const run = (
    change: (members: LibraryThing[]) => LibraryThing[],
    call: () => Promise<unknown>,
    done?: string,
  ) => {
    list.change(change);
    call().then(
      () => done && toast({ kind: 'info', text: done }),
      (error: unknown) => {
        list.reload();
        tellError(error);
      },
    );
  };
  return {
    publish: ({ uuid }: LibraryThing, isPublished: boolean) =>
      run(
        (members) => members.map((one) => (one.uuid === uuid ? { ...one, isPublished } : one)),
        () => client.call('patchLibraryItem', { params: { shelf, id: uuid }, body: { isPublished } }),
      ),
    remove: ({ uuid, name = '' }: LibraryThing) =>
      run(
        (members) => members.filter((one) => one.uuid !== uuid),
        () => client.call('deleteLibraryItem', { params: { shelf, id: uuid } }),
        t('library.removed', { name }),
      ),
  };
}
