import type { BillingInfo } from '@diorama/shared/contract/billing.ts';
import { useState } from 'react';
import { useGet } from '../../api/hooks.ts';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { usePaymentTranslations } from '../../hooks/use-payment-translations.ts';
import { Section, SectionActions } from '../section/section.tsx';
import classes from './billing.module.css';
import { EditBillingInfo } from './edit-billing-info.tsx';

/** Billing details of invoices. */
export function BillingInfoSection({ accountUuid }: { accountUuid: string }) {
  const { t, language } = useAccountTranslations();
  const { data, error, mutate } = useGet('listBillingInfos', { query: { 'account.uuid': accountUuid } });
  const { t: words } = usePaymentTranslations();
  const [isEditing, setIsEditing] = useState(false);
  const info = data?.member[0];
  return (
    <Section title={t('billing.info')}>
      {error !== undefined && data === undefined && <ErrorState error={error} onRetry={() => mutate()} />}
      {data === undefined && error === undefined && <Skeleton height="6rem" />}
      {data !== undefined && info === undefined && <p className={classes.plain}>{t('billing.info.none')}</p>}
      {info !== undefined && (
        <>
          {!info.isValid && <Alert kind="warning">{t('billing.info.incomplete')}</Alert>}
          <address className={classes.address}>
            {linesOf(info, language).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </address>
        </>
      )}
      {data !== undefined && (
        <SectionActions>
          <Button onClick={() => setIsEditing(true)}>{words('info.edit')}</Button>
        </SectionActions>
      )}
      {isEditing && (
        <EditBillingInfo
          accountUuid={accountUuid}
          info={info ?? null}
          onSaved={async () => {
            await mutate();
          }}
          onClose={() => setIsEditing(false)}
        />
      )}
    </Section>
  );
}

function linesOf(info: BillingInfo, language: string): string[] {
  const place = [info.postalCode, info.city, info.state].filter(Boolean).join(' ');
  const lines = [
    info.name,
    info.legalId,
    info.addressLine1,
    place,
    countryName(info.country, language),
    info.email,
  ];
  return lines.flatMap((line) => (line ? [line] : []));
}

function countryName(code: string | null, language: string): string | null {
  if (code === null || !/^[A-Z]{2}$/.test(code)) {
    return code;
  }
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
}
