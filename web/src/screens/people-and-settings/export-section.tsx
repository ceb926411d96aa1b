import type { Account } from '@diorama/shared/contract/accounts.ts';
import type { WorkspaceExport } from '@diorama/shared/contract/workspace-transfers.ts';
import { MAX_ARCHIVE_BYTES } from '@diorama/shared/domain/workspace-archives.ts';
import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { Download } from 'lucide-react';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useDates } from '../../hooks/use-dates.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { SectionActions, SettingsSection } from '../section/settings-section.tsx';

/** Export of the workspace, with the archives of the last days. */
export function ExportSection({ account }: { account: Account }) {
  const { t, language } = useTranslations('transfer');
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const params = { id: account.uuid };
  const { data, mutate } = useGet(
    'listWorkspaceExports',
    { params },
    { isOldAfter: ({ event }) => event?.['@id'] === `/api/accounts/${account.uuid}` },
  );
  const { isBusy, submit } = useSubmit(async () => {
    await client.call('createWorkspaceExport', { params });
    await mutate();
    toast({ kind: 'success', text: t('export.asked') });
  }, showError);
  const [latest] = data?.member ?? [];
  const { used } = account.storage;
  return (
    <SettingsSection title={t('export.title')} text={t('export.text')}>
      {used > MAX_ARCHIVE_BYTES && (
        <Alert kind="warning">
          {t('export.large', {
            size: formatBytes(language, used),
            limit: formatBytes(language, MAX_ARCHIVE_BYTES),
          })}
        </Alert>
      )}
      {latest && (
        <LatestExport latest={latest} renew={async () => (await mutate())?.member[0]?.url ?? null} />
      )}
      <SectionActions>
        <NetworkButton isLoading={isBusy} disabled={latest?.status === 'running'} onClick={submit}>
          {t('export.submit')}
        </NetworkButton>
      </SectionActions>
    </SettingsSection>
  );
}

function LatestExport({
  latest,
  renew,
}: {
  latest: WorkspaceExport;
  /** Returns an address that has just been signed. */
  renew: () => Promise<string | null>;
}) {
  const { t, language } = useTranslations('transfer');
  const { date } = useDates();
  const showError = useErrorToast();
  const { isBusy, submit } = useSubmit(async () => {
    const url = await renew();
    if (url !== null) {
      window.location.assign(url);
    }
  }, showError);
  if (latest.status === 'running') {
    return (
      <div className="flex flex-col gap-2 wrap-anywhere">
        <p>{t('export.running')}</p>
        <ProgressBar share={latest.progress / 100} label={t('export.running')} />
      </div>
    );
  }
  if (latest.status === 'failed') {
    return <Alert kind="error">{t('export.failed', { date: date(latest.createdAt) })}</Alert>;
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <p>
          {t('export.ready', { date: date(latest.createdAt), size: formatBytes(language, latest.size ?? 0) })}
        </p>
        {latest.expiresAt !== null && (
          <p className={primitives.muted}>{t('export.until', { date: date(latest.expiresAt) })}</p>
        )}
      </div>
      <NetworkButton
        variant="primary"
        icon={<Download size={16} aria-hidden="true" />}
        isLoading={isBusy}
        onClick={submit}
      >
        {t('export.download')}
      </NetworkButton>
    </div>
  );
}
