import type { StorageFile, StorageOverview } from '@diorama/shared/contract/storage.ts';
import { isStorageWarning, usedShare } from '@diorama/shared/domain/quota.ts';
import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { HardDrive } from 'lucide-react';
import { useState } from 'react';
import { useGet, useLive } from '../../api/hooks.ts';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useAccount, useWorkspace } from '../../hooks/use-account.ts';
import { useStorageTranslations } from '../../hooks/use-storage-translations.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useUser } from '../../hooks/use-user.ts';
import { useLinkedWorkspace } from '../people-and-settings/use-linked-workspace.ts';
import { useUpgrade } from '../upgrade/upgrade-context.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import { isUnused } from './group-files.ts';
import classes from './storage.module.css';
import { rowId, StorageList } from './storage-list.tsx';
import { StorageMap } from './storage-map.tsx';

/** Usage of the workspace's storage, with actions to free it. */
export function StorageScreen() {
  const { t } = useStorageTranslations();
  useTitle(t('title'));
  useLinkedWorkspace();
  const workspace = useWorkspace();
  const { data, error, mutate } = useGet('getStorage', workspace && { params: { id: workspace.uuid } }, {
    shouldRetryOnError: (problem) => problem.status >= 500,
  });
  const reload = () => {
    mutate().catch(() => undefined);
  };
  useLive(({ topic, event }) => {
    if (topic === 'asset' && (event?.type === 'created' || event?.type === 'deleted')) {
      reload();
    }
  });
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('title')}</h1>
      {data && <Overview data={data} onChange={reload} />}
      {!data && error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && (
        <>
          <Skeleton width="40%" />
          <div className={classes.map} aria-hidden="true" />
        </>
      )}
    </div>
  );
}

function Overview({ data, onChange }: { data: StorageOverview; onChange: () => void }) {
  const { t, language } = useStorageTranslations();
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
      <div className={classes.meter}>
        <span>{words}</span>
        <ProgressBar
          share={usedShare(data.used, data.available)}
          label={words}
          kind={isNear ? 'warning' : 'info'}
        />
        <p className={classes.text}>{t('text')}</p>
        <p className={classes.text}>{documentsText(data.documents)}</p>
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
            <div className={classes.free}>
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
          <h2 className={classes.mapTitle}>{t('map')}</h2>
          <StorageMap files={data.files} onPick={(file) => document.getElementById(rowId(file))?.focus()} />
          <StorageList files={data.files} onDelete={(file) => setAsked([file])} />
          {data.others.count > 0 && (
            <p className={classes.text}>
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
  const { t, language } = useStorageTranslations();
  const upgrade = useUpgrade();
  const user = useUser();
  const { data: account } = useAccount();
  const isOwner = account !== undefined && account.owner.uuid === user?.uuid;
  const full = used > available ? 'warning.over' : 'warning.full';
  const text =
    full === 'warning.over' ? t(full, { excess: formatBytes(language, used - available) }) : t(full);
  return (
    <div className={classes.warning}>
      <Alert kind="warning">{used < available ? t('warning.near') : text}</Alert>
      {isOwner && <Button onClick={upgrade}>{t('upgrade')}</Button>}
    </div>
  );
}
