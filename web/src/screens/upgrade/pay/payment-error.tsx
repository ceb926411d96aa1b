import { Button } from '../../../components/button/button.tsx';
import { Modal } from '../../../components/modal/modal.tsx';
import { usePaymentTranslations } from '../../../hooks/use-payment-translations.ts';

/** Error message of the provider. */
export function PaymentError({ message, onClose }: { message: string; onClose: () => void }) {
  const { t } = usePaymentTranslations();
  return (
    <Modal
      size="small"
      title={t('failed.title')}
      text={message}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('error.gotIt')}
        </Button>
      }
    />
  );
}
