import type { BillingInfo } from '@diorama/shared/contract/billing.ts';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { useGet } from '../../../api/hooks.ts';
import { useApi } from '../../../api/provider.tsx';
import { usePaymentTranslations } from '../../../hooks/use-payment-translations.ts';
import { BillingFields, toBillingBody, useBillingFields } from './billing-fields.tsx';
import classes from './pay.module.css';

/** Handle by which the page saves the details. */
export type DetailsHandle = {
  /**
   * Saves the details; resolves to false if a field is invalid, which shows its error.
   * @throws the server's error when saving fails
   */
  save: () => Promise<boolean>;
};

/** Billing details of the invoice, collapsed because all of them are optional. */
export function BillingDetails({ ref, accountId }: { ref: Ref<DetailsHandle>; accountId: string }) {
  const { t } = usePaymentTranslations();
  const box = useRef<HTMLDetailsElement>(null);
  const { data, mutate } = useGet('listBillingInfos', { query: { 'account.uuid': accountId } });
  return (
    <details ref={box} className={classes.details}>
      <summary>{t('details.title')}</summary>
      {data !== undefined && (
        <Details
          ref={ref}
          accountId={accountId}
          info={data.member[0] ?? null}
          onWrong={() => box.current?.setAttribute('open', '')}
          // Other pages show the saved details at once.
          onSaved={() => {
            mutate().catch(() => undefined);
          }}
        />
      )}
    </details>
  );
}

function Details({
  ref,
  accountId,
  info,
  onWrong,
  onSaved,
}: {
  ref: Ref<DetailsHandle>;
  accountId: string;
  info: BillingInfo | null;
  /** Called on invalid input, to expand the section. */
  onWrong: () => void;
  onSaved: () => void;
}) {
  const { client } = useApi();
  const fields = useBillingFields(info);
  const [saved, setSaved] = useState(() => JSON.stringify(fields.values));
  useImperativeHandle(ref, () => ({
    save: async () => {
      if (JSON.stringify(fields.values) === saved) {
        return true;
      }
      if (!fields.validate()) {
        onWrong();
        return false;
      }
      await client.call('createBillingInfo', {
        body: { account: accountId, ...toBillingBody(fields.values) },
      });
      setSaved(JSON.stringify(fields.values));
      onSaved();
      return true;
    },
  }));
  return <BillingFields fields={fields} />;
}
