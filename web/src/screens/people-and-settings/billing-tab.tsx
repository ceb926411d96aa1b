import type { BillingInfo } from '@diorama/shared/contract/billing.ts';
import { formatCountry, formatMoney } from '@diorama/shared/i18n/format.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useGet, useList } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { Button, ButtonAnchor } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Form } from '../../components/field/form.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccount, useWorkspace } from '../../hooks/use-account.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { useDates } from '../../hooks/use-dates.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { SectionActions, SettingsSection } from '../section/settings-section.tsx';
import { BillingFields, toBillingBody, useBillingFields } from '../upgrade/pay/billing-fields.tsx';
import { PlanCards } from '../upgrade/plan-cards.tsx';
import { AddSource, findSourceProvider } from './add-source.tsx';
import classes from './billing.module.css';
import { PaymentSourceRow } from './payment-source-row.tsx';
import { PlanSection } from './plan-section.tsx';

/** Page of this tab, without language. */
const BILLING_PAGE = 'people-and-settings?tab=billing';

/** Plan, cost and payments of a workspace. */
export function BillingTab() {
  const { t } = useTranslations('account');
  const path = usePath();
  const navigate = useNavigate();
  const plansId = useId();
  const workspace = useWorkspace();
  const request = useAccount();
  const { data: account } = request;
  if (workspace === null || account === undefined) {
    return <Pending of={request} placeholder={<Skeleton height="24rem" />} />;
  }
  if (workspace.role !== 'owner') {
    return (
      <>
        <Alert kind="info">{t('billing.ownerOnly')}</Alert>
        <PlanSection account={account} isPayer={false} />
      </>
    );
  }
  return (
    <>
      <PlanSection account={account} isPayer />
      <section className="px-0 py-6 border-t border-(--hairline)" aria-labelledby={plansId}>
        <h2 id={plansId} className="mb-4 text-14">
          {t('billing.plans')}
        </h2>
        <PlanCards account={account} from={BILLING_PAGE} onContinue={() => navigate(path('home'))} />
      </section>
      <InvoicesSection accountUuid={account.uuid} />
      <PaymentSourcesSection accountUuid={account.uuid} />
      <BillingInfoSection accountUuid={account.uuid} />
    </>
  );
}

/** Cards and wallets for payments, and a button to add one. */
function PaymentSourcesSection({ accountUuid }: { accountUuid: string }) {
  const { t } = useTranslations('account');
  const { t: words } = useTranslations('pay');
  const config = useConfig();
  const [adding, setAdding] = useState<'card' | 'wallet' | null>(null);
  const sources = useGet('listPaymentSources', { query: { 'account.uuid': accountUuid } });
  const { data, mutate } = sources;
  const providers = config?.paymentProviders ?? [];
  const canAdd = (kind: 'card' | 'wallet') => findSourceProvider(kind, providers) !== undefined;
  const reload = async () => {
    await mutate();
  };
  return (
    <SettingsSection title={t('billing.sources')}>
      {data === undefined && <Pending of={sources} placeholder={<Skeleton height="2rem" />} />}
      {data?.member.length === 0 && <p className={primitives.mutedProse}>{t('billing.sources.none')}</p>}
      {data !== undefined && data.member.length > 0 && (
        <ul className={primitives.stack2}>
          {data.member.map((source) => (
            <PaymentSourceRow key={source.uuid} source={source} onChanged={reload} />
          ))}
        </ul>
      )}
      {data !== undefined && providers.length > 0 && (
        <SectionActions>
          {canAdd('wallet') && (
            <Button onClick={() => setAdding('wallet')}>{words('sources.addWallet')}</Button>
          )}
          {canAdd('card') && <Button onClick={() => setAdding('card')}>{words('sources.add')}</Button>}
        </SectionActions>
      )}
      {adding !== null && data !== undefined && (
        <AddSource
          kind={adding}
          accountUuid={accountUuid}
          known={data.totalItems}
          onAdded={reload}
          onClose={() => setAdding(null)}
        />
      )}
    </SettingsSection>
  );
}

/** Invoices, newest first. */
function InvoicesSection({ accountUuid }: { accountUuid: string }) {
  const { t, language } = useTranslations('account');
  const dates = useDates();
  const list = useList('listInvoices', { query: { 'account.uuid': accountUuid } });
  const { members } = list;
  return (
    <SettingsSection title={t('billing.invoices')}>
      {members === undefined && <Pending of={list} placeholder={<Skeleton height="4rem" />} />}
      {members?.length === 0 && <p className={primitives.mutedProse}>{t('billing.invoices.none')}</p>}
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
    </SettingsSection>
  );
}

/** Billing details of invoices. */
function BillingInfoSection({ accountUuid }: { accountUuid: string }) {
  const { t, language } = useTranslations('account');
  const request = useGet('listBillingInfos', { query: { 'account.uuid': accountUuid } });
  const { data, mutate } = request;
  const { t: words } = useTranslations('pay');
  const [isEditing, setIsEditing] = useState(false);
  const info = data?.member[0];
  return (
    <SettingsSection title={t('billing.info')}>
      {data === undefined && <Pending of={request} placeholder={<Skeleton height="6rem" />} />}
      {data !== undefined && info === undefined && (
        <p className={primitives.mutedProse}>{t('billing.info.none')}</p>
      )}
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
    </SettingsSection>
  );
}

function linesOf(info: BillingInfo, language: Language): string[] {
  const place = [info.postalCode, info.city, info.state].filter(Boolean).join(' ');
  const lines = [
    info.name,
    info.legalId,
    info.addressLine1,
    place,
    info.country && formatCountry(language, info.country),
    info.email,
  ];
  return lines.flatMap((line) => (line ? [line] : []));
}

/** Edits the billing details of later invoices. */
function EditBillingInfo({
  accountUuid,
  info,
  onSaved,
  onClose,
}: {
  accountUuid: string;
  info: BillingInfo | null;
  onSaved: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslations('pay');
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const fields = useBillingFields(info, { isWhole: true });
  const { isBusy, submit } = useSubmit(async () => {
    const body = { account: accountUuid, ...toBillingBody(fields.values) };
    await client.call('createBillingInfo', { body });
    await onSaved();
    toast({ kind: 'success', text: t('info.saved') });
    onClose();
  }, showError);
  return (
    <Modal title={t('info.title')} onClose={onClose}>
      <Form
        className="flex flex-col gap-4"
        onSubmit={() => {
          if (fields.validate()) {
            submit();
          }
        }}
      >
        <BillingFields fields={fields} />
        <NetworkButton type="submit" variant="primary" size="large" isWide isLoading={isBusy}>
          {t('info.save')}
        </NetworkButton>
      </Form>
    </Modal>
  );
}
