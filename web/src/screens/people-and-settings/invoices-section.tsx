import { formatMoney } from '@diorama/shared/i18n/format.ts';
import { Download } from 'lucide-react';
import { useList } from '../../api/hooks.ts';
import { ButtonAnchor } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useDates } from '../../hooks/use-dates.ts';
import { Section, SectionActions } from '../section/section.tsx';
import classes from './billing.module.css';

/** Invoices, newest first. */
export function InvoicesSection({ accountUuid }: { accountUuid: string }) {
  const { t, language } = useAccountTranslations();
  const dates = useDates();
  const list = useList('listInvoices', { query: { 'account.uuid': accountUuid } });
  const { members, error } = list;
  return (
    <Section title={t('billing.invoices')}>
      {error !== undefined && members === undefined && <ErrorState error={error} onRetry={list.reload} />}
      {members === undefined && error === undefined && <Skeleton height="4rem" />}
      {members?.length === 0 && <p className={classes.plain}>{t('billing.invoices.none')}</p>}
      {members !== undefined && members.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('billing.invoices.number')}</th>
              <th scope="col">{t('billing.invoices.date')}</th>
              <th scope="col">{t('billing.invoices.amount')}</th>
              <th scope="col">{t('billing.invoices.download')}</th>
            </tr>
          </thead>
          <tbody>
            {members.map((invoice) => (
              <tr key={invoice.uuid}>
                <td>{invoice.number}</td>
                <td>{dates.date(invoice.createdAt)}</td>
                <td>{formatMoney(language, invoice.amount, invoice.currency)}</td>
                <td>
                  {invoice.downloadUrl !== null && (
                    <ButtonAnchor
                      href={invoice.downloadUrl}
                      size="small"
                      variant="ghost"
                      icon={<Download size={16} aria-hidden="true" />}
                      aria-label={t('billing.invoices.download.label', { number: invoice.number })}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {list.hasMore && (
        <SectionActions>
          <NetworkButton isLoading={list.isLoadingMore} onClick={list.loadMore}>
            {t('billing.invoices.more')}
          </NetworkButton>
        </SectionActions>
      )}
    </Section>
  );
}
