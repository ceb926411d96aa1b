import { MAX_VERSION_NAME, type Version } from '@diorama/shared/contract/versions.ts';
import { Box, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PagedList } from '../../../api/hooks.ts';
import { useApi } from '../../../api/provider.tsx';
import { Avatar } from '../../../components/avatar/avatar.tsx';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { Pending } from '../../../components/feedback/pending.tsx';
import { Spinner } from '../../../components/feedback/spinner.tsx';
import { LoadMore } from '../../../components/load-more.tsx';
import { Dropdown } from '../../../components/menu/dropdown.tsx';
import { Confirm } from '../../../components/modal/modal.tsx';
import { NameDialog } from '../../../components/name-dialog/name-dialog.tsx';
import { useDates } from '../../../hooks/use-dates.ts';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import classes from './versions.module.css';

/** Saved versions, newest first, below the present state. */
export function VersionList({
  list,
  chosen,
  onChoose,
}: {
  list: PagedList<Version>;
  chosen: Version | null;
  /** Null for the present state. */
  onChoose: (version: Version | null) => void;
}) {
  const { t } = useTranslations('versions');
  const { members } = list;
  return (
    <ol className={classes.list} aria-label={t('versions.list')}>
      <li className={classes.row} data-selected={chosen === null || undefined}>
        <button
          type="button"
          className="flex min-w-0 flex-1 items-center p-2 gap-2 text-start"
          aria-current={chosen === null || undefined}
          onClick={() => onChoose(null)}
        >
          <span className={classes.thumbnail} aria-hidden="true">
            <Box size={24} strokeWidth={1} />
          </span>
          <span className="grid min-w-0 gap-0.5">
            <span className={classes.name}>{t('versions.now')}</span>
            <span className={classes.when}>{t('versions.now.text')}</span>
          </span>
        </button>
      </li>
      {members?.map((version) => (
        <Row
          key={version.uuid}
          version={version}
          isChosen={version.uuid === chosen?.uuid}
          onChoose={() => onChoose(version)}
          onChange={list.reload}
          onGone={() => {
            onChoose(null);
            list.reload();
          }}
        />
      ))}
      {members === undefined && (
        <li className={classes.note}>
          <Pending of={list} title={t('versions.error.title')} placeholder={<Spinner />} />
        </li>
      )}
      {members?.length === 0 && <li className={classes.note}>{t('versions.empty')}</li>}
      {list.hasMore && (
        <li>
          <LoadMore list={list} />
        </li>
      )}
    </ol>
  );
}

type RowProps = {
  version: Version;
  isChosen: boolean;
  onChoose: () => void;
  onChange: () => void;
  onGone: () => void;
};

function Row({ version, isChosen, onChoose, onChange, onGone }: RowProps) {
  const { t } = useTranslations('versions');
  const dates = useDates();
  const { createdAt, createdBy, authorName, thumbnailUrl, name } = version;
  const when = dates.dateTime(createdAt);
  // A gateway of the release before sends no `authorName`.
  const author = authorName ?? createdBy?.name ?? t('versions.nobody');
  const by = t('versions.by', { name: author });
  return (
    <li className={classes.row} data-selected={isChosen || undefined}>
      <button
        type="button"
        className="flex min-w-0 flex-1 items-center p-2 gap-2 text-start"
        aria-current={isChosen || undefined}
        onClick={onChoose}
      >
        <span className={classes.thumbnail} aria-hidden="true">
          {thumbnailUrl === null ? (
            <Box size={24} strokeWidth={1} />
          ) : (
            <img src={thumbnailUrl} alt="" loading="lazy" decoding="async" />
          )}
        </span>
        <span className="grid min-w-0 gap-0.5">
          <span className={classes.name}>{name ?? when}</span>
          <span className={classes.when}>{name === null ? t('versions.automatic') : when}</span>
          <span className="flex min-w-0 items-center gap-1.5" title={by}>
            {createdBy && <Avatar person={createdBy} size={20} />}
            <span className={classes.when}>{author}</span>
          </span>
        </span>
      </button>
      <More version={version} when={when} onChange={onChange} onGone={onGone} />
    </li>
  );
}

function More({
  version,
  when,
  onChange,
  onGone,
}: { version: Version; when: string } & Pick<RowProps, 'onChange' | 'onGone'>) {
  const { t } = useTranslations('versions');
  const { client } = useApi();
  const showError = useErrorToast();
  const [asks, setAsks] = useState<'name' | 'delete' | null>(null);
  const params = { id: version.uuid };
  const { submit: remove } = useSubmit(async () => {
    await client.call('deleteVersion', { params });
    onGone();
  }, showError);
  return (
    <>
      <Dropdown
        label={t('versions.more', { when })}
        items={[
          {
            key: 'name',
            label: t('versions.rename'),
            icon: <Pencil size={16} aria-hidden="true" />,
            needsServer: true,
            onSelect: () => setAsks('name'),
          },
          {
            key: 'delete',
            label: t('versions.delete'),
            icon: <Trash2 size={16} aria-hidden="true" />,
            isDangerous: true,
            needsServer: true,
            onSelect: () => setAsks('delete'),
          },
        ]}
        trigger={(props) => (
          <IconButton
            {...props}
            size="small"
            label={t('versions.more', { when })}
            icon={<Ellipsis size={16} aria-hidden="true" />}
          />
        )}
      />
      {asks === 'name' && (
        <NameDialog
          title={t('versions.rename.title')}
          text={t('versions.rename.text')}
          label={t('versions.name')}
          initial={version.name ?? ''}
          maxLength={MAX_VERSION_NAME}
          submitLabel={t('versions.rename')}
          onSubmit={async (name) => {
            await client.call('patchVersion', { params, body: { name } });
            onChange();
          }}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === 'delete' && (
        <Confirm
          title={t('versions.delete.title')}
          text={t('versions.delete.text')}
          confirmLabel={t('versions.delete')}
          isDangerous
          onConfirm={remove}
          onClose={() => setAsks(null)}
        />
      )}
    </>
  );
}
