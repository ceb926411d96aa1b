import type { OverdueAccount } from '@diorama/shared/contract/overdue-storage.ts';
import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { HardDrive } from 'lucide-react';
import { useId, useState } from 'react';
import { useGet } from '../../../api/hooks.ts';
import { useApi } from '../../../api/provider.tsx';
import { idOf } from '../../../api/url.ts';
import { Button } from '../../../components/button/button.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { Pending } from '../../../components/feedback/pending.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { Confirm } from '../../../components/modal/modal.tsx';
import primitives from '../../../components/primitives.module.css';
import { useToast } from '../../../components/toast/toast.tsx';
import { useDates } from '../../../hooks/use-dates.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import classes from './overdue.module.css';

/** Free workspaces that have exceeded their plan for a year, with the files that an operator may delete. */
export function OverdueTab() {
  const { t } = useTranslations('operators');
  const id = useId();
  const [after, setAfter] = useState<string | null>(null);
  const request = useGet('listOverdueStorage', { query: after === null ? {} : { after } });
  const { data, reload } = request;
  if (!data) {
    return (
      <Pending of={request} title={t('overdue.error')} placeholder={<Skeleton height="var(--space-16)" />} />
    );
  }
  const { next } = data;
  if (data.accounts.length === 0 && next === null && after === null) {
    return (
      <EmptyState
        picture={<HardDrive size={40} strokeWidth={1.25} aria-hidden="true" />}
        title={t('overdue.none.title')}
        text={t('overdue.none.text')}
      />
    );
  }
  return (
    <section className={primitives.stack3} aria-labelledby={id}>
      <h2 id={id} className={primitives.title16}>
        {t('overdue.title')}
      </h2>
      <p className={primitives.muted}>{t('overdue.text')}</p>
      <ul className={primitives.stack3}>
        {data.accounts.map((account) => (
          <Account key={account['@id']} account={account} onDone={reload} />
        ))}
      </ul>
      {data.accounts.length === 0 && <p className={primitives.muted}>{t('overdue.nothing')}</p>}
      <div className={primitives.cluster}>
        {after !== null && (
          <Button variant="ghost" onClick={() => setAfter(null)}>
            {t('overdue.first')}
          </Button>
        )}
        {next !== null && <Button onClick={() => setAfter(next)}>{t('overdue.next')}</Button>}
      </div>
    </section>
  );
}

function Account({ account, onDone }: { account: OverdueAccount; onDone: () => void }) {
  const { t, language } = useTranslations('operators');
  const dates = useDates();
  const { isBusy, submit } = useFreeing(account, onDone);
  const [isAsking, setIsAsking] = useState(false);
  const { name, ownerEmail, since, files } = account;
  const bytes = (value: number) => formatBytes(language, value);
  const size = bytes(files.reduce((sum, file) => sum + file.size, 0));
  return (
    <li className={classes.account}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 wrap-anywhere">
        <strong>{name}</strong>
        <span className={primitives.muted}>{ownerEmail}</span>
        <span className={primitives.muted}>
          {t('overdue.since', {
            date: dates.date(since),
            used: bytes(account.used),
            available: bytes(account.available),
          })}
        </span>
      </div>
      <p>{t('overdue.files', { count: files.length, size })}</p>
      <ul className={classes.files}>
        {files.map((file) => (
          <li key={file.assets[0]}>
            <span className="min-w-0 flex-1 wrap-anywhere">{file.name}</span>
            <span className={primitives.muted}>{dates.date(file.createdAt)}</span>
            <span className="tabular-nums whitespace-nowrap">{bytes(file.size)}</span>
          </li>
        ))}
      </ul>
      <NetworkButton variant="danger" isLoading={isBusy} onClick={() => setIsAsking(true)}>
        {t('overdue.delete')}
      </NetworkButton>
      {isAsking && (
        <Confirm
          isDangerous
          title={t('overdue.ask', { name })}
          text={t('overdue.ask.text', { files: files.map((file) => file.name).join(', '), size })}
          confirmLabel={t('overdue.confirm')}
          onConfirm={submit}
          onClose={() => setIsAsking(false)}
        />
      )}
    </li>
  );
}

function useFreeing(account: OverdueAccount, onDone: () => void): { isBusy: boolean; submit: () => void } {
  const { t } = useTranslations('operators');
  const { client } = useApi();
  const toast = useToast();
  return useSubmit(
    async () => {
      const { deleted, kept } = await client.call('freeOverdueStorage', {
        params: { id: idOf(account['@id']) },
        body: { assets: account.files.flatMap(({ assets }) => assets) },
      });
      const rest = kept > 0 ? ` ${t('overdue.kept', { count: kept })}` : '';
      toast({ kind: 'success', text: t('overdue.done', { count: deleted }) + rest });
      onDone();
    },
    () => {
      toast({ kind: 'error', text: t('overdue.failed') });
      onDone();
    },
  );
}
