import { Button } from '../../../components/button/button.tsx';
import { Modal } from '../../../components/modal/modal.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';

/** Error message of the provider. */
export function PaymentError({ message, onClose }: { message: string; onClose: () => void }) {
  const { t } = useTranslations('pay');
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
