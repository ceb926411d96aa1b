import type { BillingInfo } from '@diorama/shared/contract/billing.ts';
import { useApi } from '../../api/provider.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Form } from '../../components/field/form.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import { usePaymentTranslations } from '../../hooks/use-payment-translations.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { BillingFields, toBillingBody, useBillingFields } from '../upgrade/pay/billing-fields.tsx';
import classes from './billing.module.css';

/** Edits the billing details of later invoices. */
export function EditBillingInfo({
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
  const { t } = usePaymentTranslations();
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
        className={classes.cardForm}
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
