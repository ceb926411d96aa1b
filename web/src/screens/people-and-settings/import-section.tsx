import type { Account } from '@diorama/shared/contract/accounts.ts';
import type { WorkspaceImport } from '@diorama/shared/contract/workspace-transfers.ts';
import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../../api/api-error.ts';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { LEFT } from '../../api/upload-options.ts';
import { Button } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { FilesInput } from '../../components/files-input/files-input.tsx';
import primitives from '../../components/primitives.module.css';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useImportMessages } from '../../hooks/use-import-messages.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import { SectionActions, SettingsSection } from '../section/settings-section.tsx';
import classes from './transfer.module.css';

/** Import of an archive into the workspace, with the state of the latest one. */
export function ImportSection({ account }: { account: Account }) {
  const t = useT();
  const { t: words } = useTranslations('transfer');
  const input = useRef<HTMLInputElement>(null);
  const { data, mutate } = useGet(
    'listWorkspaceImports',
    { params: { id: account.uuid } },
    { isOldAfter: ({ event }) => event?.['@id'] === `/api/accounts/${account.uuid}` },
  );
  const { sending, send, cancel } = useArchiveUpload(account.uuid, () => mutate());
  const [latest] = data?.member ?? [];
  const isRunning = latest !== undefined && latest.completedAt === null;
  return (
    <SettingsSection title={words('import.title')} text={words('import.text')}>
      {sending ? (
        <div className="flex flex-col gap-2 wrap-anywhere">
          <p>{words('import.uploading', { name: sending.name })}</p>
          <ProgressBar share={sending.share} label={words('import.uploading', { name: sending.name })} />
          <p className={primitives.muted}>{words('import.keepOpen')}</p>
        </div>
      ) : (
        latest && <LatestImport latest={latest} />
      )}
      <SectionActions>
        {sending ? (
          <Button onClick={cancel}>{t('common.cancel')}</Button>
        ) : (
          <NetworkButton disabled={isRunning} onClick={() => input.current?.click()}>
            {words('import.submit')}
          </NetworkButton>
        )}
      </SectionActions>
      <FilesInput
        ref={input}
        label={words('import.file')}
        accept=".zip,application/zip"
        isSingle
        onFiles={([file]) => {
          if (file) {
            send(file);
          }
        }}
      />
    </SettingsSection>
  );
}

type Sending = { name: string; share: number };

/** Uploads an archive. Leaving the screen keeps the uploaded pieces, cancelling deletes them. */
function useArchiveUpload(account: string, onDone: () => Promise<unknown>) {
  const { uploadArchive } = useApi();
  const showError = useErrorToast();
  const [sending, setSending] = useState<Sending | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(LEFT), []);
  const run = async (file: File) => {
    const controller = new AbortController();
    running.current = controller;
    setSending({ name: file.name, share: 0 });
    try {
      const onProgress = (share: number) => setSending({ name: file.name, share });
      await uploadArchive(file, account, { signal: controller.signal, onProgress });
      await onDone();
    } catch (error) {
      if (!isAbort(error)) {
        showError(error);
      }
    } finally {
      running.current = null;
      setSending(null);
    }
  };
  return {
    sending,
    send: (file: File) => {
      run(file);
    },
    cancel: () => running.current?.abort(),
  };
}

function LatestImport({ latest }: { latest: WorkspaceImport }) {
  const { t } = useTranslations('transfer');
  const message = useImportMessages();
  const { name, status, progress, report, error } = latest;
  if (status === 'failed') {
    return (
      <Alert kind="error">
        <strong>{t('import.failed', { name })}</strong>
        {error && <p>{message(error)}</p>}
      </Alert>
    );
  }
  if (status === 'completed') {
    return (
      <Alert kind="success">
        <strong>{t('import.completed', { name })}</strong>
        <ul className={classes.report}>
          {report.map((line) => (
            <li key={line.code}>{message(line)}</li>
          ))}
        </ul>
      </Alert>
    );
  }
  const label = t(`import.${status}`, { name });
  return (
    <div className="flex flex-col gap-2 wrap-anywhere">
      <p>{label}</p>
      <ProgressBar share={status === 'waiting' ? null : progress / 100} label={label} />
    </div>
  );
}
