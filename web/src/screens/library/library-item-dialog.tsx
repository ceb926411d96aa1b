import { shelfOf } from '@diorama/shared/domain/library.ts';
import { formatDate } from '@diorama/shared/i18n/format.ts';
import { Box, Music, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { NameDialog } from '../../components/name-dialog/name-dialog.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { type LibraryItem, useLibraryCategories } from '../../library/use-library.ts';
import classes from './library-item-dialog.module.css';
import { isOwnFile, RemoveLibraryItem } from './remove-library-item.tsx';
import { useInNewScene } from './use-in-new-scene.ts';

const MAX_NAME = 120;

type Props = { item: LibraryItem; onClose: () => void; onChanged: () => void };

/** Details of a library item, with its actions. */
export function LibraryItemDialog({ item, onClose, onChanged }: Props) {
  const { t } = useLibraryTranslations();
  const { isBusy, submit } = useInNewScene(item);
  const Placeholder = item.kind === 'sound' ? Music : Box;
  const [isRenaming, setIsRenaming] = useState(false);
  const isManager = useWorkspace()?.role !== 'guest';
  const isMine = item.permission === 'edit' || (isManager && isOwnFile(item));
  const changed = () => {
    onClose();
    onChanged();
  };
  return (
    <Modal
      size="large"
      title={item.name ?? ''}
      {...(item.description ? { text: item.description } : {})}
      onClose={onClose}
      footer={
        <>
          {isMine && (
            <>
              <RemoveLibraryItem item={item} onRemoved={changed} />
              <Button
                variant="ghost"
                icon={<Pencil size={16} aria-hidden="true" />}
                onClick={() => setIsRenaming(true)}
              >
                {t('library.rename')}
              </Button>
            </>
          )}
          <NetworkButton
            variant="primary"
            icon={<Plus size={16} aria-hidden="true" />}
            isLoading={isBusy}
            onClick={submit}
          >
            {t('library.use')}
          </NetworkButton>
        </>
      }
    >
      <div className="flex gap-6 max-md:flex-col max-md:gap-4">
        <div className={classes.picture}>
          {item.thumbnailUrl ? (
            <img src={item.thumbnailUrl} alt="" />
          ) : (
            <Placeholder size={48} strokeWidth={1} aria-hidden="true" />
          )}
        </div>
        <Facts item={item} />
      </div>
      {item.kind === 'component' && <LibraryVersions item={item} onChanged={changed} />}
      {isRenaming && (
        <RenameLibraryItem item={item} onRenamed={changed} onClose={() => setIsRenaming(false)} />
      )}
    </Modal>
  );
}

function Facts({ item }: { item: LibraryItem }) {
  const { t, language } = useLibraryTranslations();
  const categories = useLibraryCategories(shelfOf(item.kind));
  const category = categories.find(({ uuid }) => item.category?.endsWith(uuid));
  const { bounds, triangles, credit, version } = item;
  const metres = (axis: 0 | 1 | 2) => {
    const size = bounds ? bounds.max[axis] - bounds.min[axis] : 0;
    const digits = size < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 };
    return new Intl.NumberFormat(language, digits).format(size);
  };
  return (
    <div className="flex min-w-0 flex-col gap-2 text-(--text-2) text-13 wrap-anywhere">
      {category && <p className="text-(--text) font-medium">{category.name}</p>}
      {version && (
        <p>
          {t('library.version', { number: version.number, date: formatDate(language, version.createdAt) })}
        </p>
      )}
      {version?.note && <p dir="auto">{version.note}</p>}
      {triangles ? <p>{t('library.triangles', { count: triangles })}</p> : null}
      {bounds && <p>{t('library.size', { width: metres(0), height: metres(1), depth: metres(2) })}</p>}
      {credit && (
        <p>
          {credit.licence
            ? t('library.licence', { author: credit.author, licence: credit.licence })
            : t('library.author', { author: credit.author })}
          {credit.url && (
            <>
              {' · '}
              <a href={credit.url} target="_blank" rel="noreferrer">
                {t('library.source')}
              </a>
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** Renames an own item; a file that was not in the library yet is added by it. */
function RenameLibraryItem({
  item,
  onRenamed,
  onClose,
}: {
  item: LibraryItem;
  onRenamed: () => void;
  onClose: () => void;
}) {
  const { t } = useLibraryTranslations();
  const { client } = useApi();
  const shelf = shelfOf(item.kind);
  return (
    <NameDialog
      title={t('library.rename.title')}
      label={t('upload.name')}
      initial={item.name ?? ''}
      maxLength={MAX_NAME}
      submitLabel={t('library.rename')}
      onSubmit={async (name) => {
        if (item.permission === 'edit') {
          await client.call('patchLibraryItem', { params: { shelf, id: item.uuid }, body: { name } });
        } else {
          const { asset, account } = item;
          await client.call('createLibraryItem', { params: { shelf }, body: { name, asset, account } });
        }
        onRenamed();
      }}
      onClose={onClose}
    />
  );
}

/** The versions of a component, each of which can become the newest one again. */
function LibraryVersions({ item, onChanged }: { item: LibraryItem; onChanged: () => void }) {
  const { t, language } = useLibraryTranslations();
  const { data, reload } = useGet('listLibraryVersions', { params: { id: item.uuid } });
  const newest = data?.versions[0]?.number ?? 0;
  if (newest < 2) {
    return null;
  }
  return (
    <section aria-label={t('library.versions')} className="flex flex-col gap-2">
      <h3 className="text-14 font-semibold">{t('library.versions')}</h3>
      <ol className="flex flex-col m-0 p-0 list-none">
        {data?.versions.map(({ number, note, createdAt, by }) => (
          <li key={number} className="flex min-h-12 items-center gap-3 border-b border-(--hairline)">
            <div className="flex min-w-0 flex-1 flex-col wrap-anywhere">
              <span>{t('library.versions.number', { number })}</span>
              {note && (
                <span dir="auto" className={primitives.muted}>
                  {note}
                </span>
              )}
              <span className={primitives.faint}>
                {[formatDate(language, createdAt), by].filter((one) => one !== null).join(' · ')}
              </span>
            </div>
            {item.permission === 'edit' && number !== newest && (
              <GoBack
                item={item}
                number={number}
                newest={newest}
                onChanged={() => {
                  reload();
                  onChanged();
                }}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function GoBack({
  item,
  number,
  newest,
  onChanged,
}: {
  item: LibraryItem;
  number: number;
  newest: number;
  onChanged: () => void;
}) {
  const { t } = useLibraryTranslations();
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const { isBusy, submit } = useSubmit(async () => {
    const paramsOf = (version: number) => ({ id: item.uuid, number: String(version) });
    const { document } = await client.call('getLibraryVersion', { params: paramsOf(number) });
    await client.call('putLibraryVersion', {
      params: paramsOf(newest + 1),
      body: { document, name: item.name ?? '', note: t('library.versions.note', { number }) },
    });
    toast({ kind: 'success', text: t('library.versions.done', { number }) });
    onChanged();
  }, showError);
  return (
    <NetworkButton
      size="small"
      isLoading={isBusy}
      aria-label={t('library.versions.backTo', { number })}
      onClick={submit}
    >
      {t('library.versions.back')}
    </NetworkButton>
  );
}
