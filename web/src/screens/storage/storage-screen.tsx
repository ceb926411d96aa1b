import type { StorageFile, StorageOverview } from '@diorama/shared/contract/storage.ts';
import { isStorageWarning, usedShare } from '@diorama/shared/domain/quota.ts';
import { formatBytes, formatNames } from '@diorama/shared/i18n/format.ts';
import { HardDrive } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isNoticed } from '../../api/client.ts';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Confirm } from '../../components/modal/modal.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccount, useWorkspace } from '../../hooks/use-account.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { useLinkedWorkspace } from '../people-and-settings/use-linked-workspace.ts';
import { useUpgrade } from '../upgrade/upgrade-context.tsx';
import { type FileGroup, isUnused, kindOf, layOut } from './group-files.ts';
import classes from './storage.module.css';
import { rowId, StorageList } from './storage-list.tsx';

/** Result of a deletion: freed bytes, and the errors of the remaining files. */
type Deleted = { freed: number; errors: unknown[] };

/** Minimum size of areas with a label, in pixels. */
const ROOM = { width: 72, height: 40 } as const;

/** Usage of the workspace's storage, with actions to free it. */
export function StorageScreen() {
  const { t } = useTranslations('storage');
  useTitle(t('title'));
  useLinkedWorkspace();
  const workspace = useWorkspace();
  const request = useGet('getStorage', workspace && { params: { id: workspace.uuid } }, {
    shouldRetryOnError: (problem) => problem.status >= 500,
    isOldAfter: ({ topic, event }) =>
      topic === 'asset' && (event?.type === 'created' || event?.type === 'deleted'),
  });
  const { data, reload } = request;
  return (
    <div className={classes.page}>
      <h1 className="text-20 font-semibold">{t('title')}</h1>
      {data ? (
        <Overview data={data} onChange={reload} />
      ) : (
        <Pending
          of={request}
          placeholder={
            <>
              <Skeleton width="40%" />
              <div className={classes.map} aria-hidden="true" />
            </>
          }
        />
      )}
    </div>
  );
}

function Overview({ data, onChange }: { data: StorageOverview; onChange: () => void }) {
  const { t, language } = useTranslations('storage');
  const [asked, setAsked] = useState<readonly StorageFile[] | null>(null);
  const unused = data.files.filter(isUnused);
  const words = t('used', {
    used: formatBytes(language, data.used),
    available: formatBytes(language, data.available),
  });
  const sizeOf = (bytes: number) => formatBytes(language, bytes);
  const documentsText = ({ scenes, versions, edits, trash, limits }: StorageOverview['documents']) =>
    t('documents', {
      scenes: sizeOf(scenes + edits),
      versions: sizeOf(versions),
      trash: sizeOf(trash),
      trashedScenes: limits.trashedScenes,
      trashBytes: sizeOf(limits.trashBytes),
      versionBytes: sizeOf(limits.versionBytes),
    });
  const isNear = isStorageWarning(data.used, data.available);
  return (
    <>
      <div className="flex max-w-[32rem] flex-col gap-2 tabular-nums">
        <span>{words}</span>
        <ProgressBar
          share={usedShare(data.used, data.available)}
          label={words}
          kind={isNear ? 'warning' : 'info'}
        />
        <p className={primitives.muted}>{t('text')}</p>
        <p className={primitives.muted}>{documentsText(data.documents)}</p>
      </div>
      {isNear && <Warning data={data} />}
      {data.files.length === 0 ? (
        <EmptyState
          picture={<HardDrive size={48} strokeWidth={1} aria-hidden="true" />}
          title={t('empty.title')}
          text={t('empty.text')}
        />
      ) : (
        <>
          {unused.length > 0 && (
            <div className="flex flex-wrap items-center gap-3">
              <span>
                {t('free.text', {
                  count: unused.length,
                  size: formatBytes(
                    language,
                    unused.reduce((sum, { size }) => sum + size, 0),
                  ),
                })}
              </span>
              <Button onClick={() => setAsked(unused)}>{t('free.button')}</Button>
            </div>
          )}
          <h2 className="text-14 font-semibold text-left">{t('map')}</h2>
          <StorageMap files={data.files} onPick={(file) => document.getElementById(rowId(file))?.focus()} />
          <StorageList files={data.files} onDelete={(file) => setAsked([file])} />
          {data.others.count > 0 && (
            <p className={primitives.muted}>
              {t('others', { count: data.others.count, size: formatBytes(language, data.others.size) })}
            </p>
          )}
        </>
      )}
      {asked && <DeleteQuestion files={asked} onDone={onChange} onClose={() => setAsked(null)} />}
    </>
  );
}

function Warning({ data: { used, available } }: { data: StorageOverview }) {
  const { t, language } = useTranslations('storage');
  const upgrade = useUpgrade();
  const user = useUser();
  const { data: account } = useAccount();
  const isOwner = account !== undefined && account.owner.uuid === user?.uuid;
  const full = used > available ? 'warning.over' : 'warning.full';
  const text =
    full === 'warning.over' ? t(full, { excess: formatBytes(language, used - available) }) : t(full);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Alert kind="warning">{used < available ? t('warning.near') : text}</Alert>
      {isOwner && <Button onClick={upgrade}>{t('upgrade')}</Button>}
    </div>
  );
}

/**
 * Treemap of the used storage. The list below contains the same data for keyboards and screen readers.
 * @param onPick - called with a pressed file
 */
function StorageMap({
  files,
  onPick,
}: {
  files: readonly StorageFile[];
  onPick: (file: StorageFile) => void;
}) {
  const { t, language } = useTranslations('storage');
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = frame.current;
    if (!element) {
      return;
    }
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const laid = useMemo(() => layOut(files, size), [files, size]);
  const nameOf = (group: FileGroup) => (group.kind === 'scene' ? group.name : t(`group.${group.kind}`));
  return (
    <div ref={frame} className={classes.map} aria-hidden="true">
      {laid.groups.map(({ key, group, x, y, width, height }) => (
        <div
          key={key}
          className="absolute overflow-hidden bg-(--surface-2)"
          style={{ left: x, top: y, width, height }}
        >
          {width >= ROOM.width && <span className={classes.groupName}>{nameOf(group)}</span>}
        </div>
      ))}
      {laid.files.map(({ key, file, x, y, width, height }) => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          title={`${file.name}, ${formatBytes(language, file.size)}`}
          className={classes.area}
          data-kind={kindOf(file)}
          style={{ left: x, top: y, width, height }}
          onClick={() => onPick(file)}
        >
          {width >= ROOM.width && height >= ROOM.height && (
            <>
              <span className="max-w-full truncate">{file.name}</span>
              <span>{formatBytes(language, file.size)}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}

/** Asks for confirmation before files are deleted, with the scenes that use them. */
function DeleteQuestion({
  files,
  onDone,
  onClose,
}: {
  files: readonly StorageFile[];
  onDone: () => void;
  onClose: () => void;
}) {
  const { t, language } = useTranslations('storage');
  const toast = useToast();
  const { client } = useApi();
  const size = formatBytes(
    language,
    files.reduce((sum, file) => sum + file.size, 0),
  );
  const [first] = files;
  const only = files.length === 1 ? first : undefined;
  const removeOne = async (file: StorageFile) => {
    // In a bulk deletion, only unused files are deleted, also if another user starts to use one meanwhile.
    const query = only && !isUnused(file) ? { force: 'true' as const } : {};
    for (const asset of file.assets) {
      await client.call('deleteAsset', { params: { id: asset }, query });
    }
  };
  const remove = async () => {
    const { freed, errors } = await deleteEach(files, removeOne);
    if (freed > 0) {
      toast({ kind: 'success', text: t('deleted', { size: formatBytes(language, freed) }) });
    }
    if (errors.length > 0 && !errors.some(isNoticed)) {
      toast({ kind: 'error', text: t('deleted.failed') });
    }
    onDone();
  };
  return (
    <Confirm
      title={only ? t('delete.title', { name: only.name }) : t('delete.many', { count: files.length })}
      text={only ? textOf(only) : t('delete.many.text', { names: namesOf(files), size })}
      confirmLabel={t('delete.confirm')}
      isDangerous
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );

  function namesOf(all: readonly StorageFile[]): string {
    const names = all.map(({ name }) => name);
    return formatNames(language, names, (count) => t('delete.many.more', { count }));
  }

  function textOf(file: StorageFile): string {
    if (isUnused(file)) {
      return t('delete.unused', { size });
    }
    const uses = [
      ...file.uses.map(({ name, kind }) => (kind === 'scene' ? name : t(`use.${kind}`, { name }))),
      ...(file.isInLibrary ? [t('use.library')] : []),
      ...(file.isWatermark ? [t('use.watermark')] : []),
    ];
    return t('delete.used', { uses: uses.join(', '), size });
  }
}

/** Deletes files one after the other; a failure does not stop the others. */
export async function deleteEach(
  files: readonly StorageFile[],
  deleteOne: (file: StorageFile) => Promise<void>,
): Promise<Deleted> {
  const errors: unknown[] = [];
  let freed = 0;
  for (const file of files) {
    try {
      await deleteOne(file);
      freed += file.size;
    } catch (error) {
      errors.push(error);
    }
  }
  return { freed, errors };
}
