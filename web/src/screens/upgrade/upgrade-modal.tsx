import { Modal } from '../../components/modal/modal.tsx';
import { useAccount } from '../../hooks/use-account.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { PlanCards } from './plan-cards.tsx';

/** Plans of the current workspace in a dialog over any page. */
export function UpgradeModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslations('account');
  const { data: account } = useAccount();
  if (account === undefined) {
    return null;
  }
  return (
    <Modal
      size="large"
      title={t('upgrade.modal.title', { workspace: account.detail.name })}
      text={t('upgrade.modal.text')}
      onClose={onClose}
    >
      <PlanCards account={account} onContinue={onClose} onChoose={onClose} />
    </Modal>
  );
}
