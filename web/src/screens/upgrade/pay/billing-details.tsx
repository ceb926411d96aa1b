import type { BillingInfo } from '@diorama/shared/contract/billing.ts';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { useGet } from '../../../api/hooks.ts';
import { useApi } from '../../../api/provider.tsx';
import { usePayWords } from '../../../hooks/use-pay-words.ts';
import { BillingFields, toBillingBody, useBillingFields } from './billing-fields.tsx';
import classes from './pay.module.css';

/** What a page asks of the details before it goes on. */
export type DetailsHandle = {
  /**
   * Keeps what was typed; false when something of it is wrong, which the fields say.
   * @throws what the server answered when it could not be kept
   */
  save: () => Promise<boolean>;
};

/** What the invoice is made out to, folded away as all of it may stay empty. */
export function BillingDetails({ ref, accountId }: { ref: Ref<DetailsHandle>; accountId: string }) {
  const { t } = usePayWords();
  const box = useRef<HTMLDetailsElement>(null);
  const { data } = useGet('listBillingInfos', { query: { 'account.uuid': accountId } });
  return (
    <details ref={box} className={classes.details}>
      <summary>{t('details.title')}</summary>
      {data !== undefined && (
        <Details
          ref={ref}
          accountId={accountId}
          info={data.member[0] ?? null}
          onWrong={() => box.current?.setAttribute('open', '')}
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
}: {
  ref: Ref<DetailsHandle>;
  accountId: string;
  info: BillingInfo | null;
  /** Something that was typed is wrong: it must be seen. */
  onWrong: () => void;
}) {
  const { client } = useApi();
  const fields = useBillingFields(info);
  const [begun] = useState(() => JSON.stringify(fields.values));
  useImperativeHandle(ref, () => ({
    save: async () => {
      if (JSON.stringify(fields.values) === begun) {
        return true;
      }
      if (!fields.validate()) {
        onWrong();
        return false;
      }
      await client.call('createBillingInfo', {
        body: { account: accountId, ...toBillingBody(fields.values) },
      });
      return true;
    },
  }));
  return <BillingFields fields={fields} />;
}
