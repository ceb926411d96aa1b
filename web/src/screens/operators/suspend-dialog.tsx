import { MAX_SUSPENSION_REASON } from '@diorama/shared/contract/accounts.ts';
import { useState } from 'react';
import { TextArea } from '../../components/field/text-area.tsx';
import { useOperatorTranslations } from '../../hooks/use-operator-translations.ts';
import { OperationDialog } from './payments/operation-dialog.tsx';

/** Asks for the reason of a suspension, which the owner of the workspace reads. */
export function SuspendDialog({
  name,
  isOwn,
  onConfirm,
  onClose,
}: {
  name: string;
  /** Whether the operator owns the workspace. */
  isOwn: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}) {
  const { t } = useOperatorTranslations();
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const reason = text.trim();
  return (
    <OperationDialog
      title={t('suspend.title', { name })}
      text={isOwn ? `${t('suspend.text')} ${t('suspend.own')}` : t('suspend.text')}
      confirm={{ label: t('suspend.confirm'), variant: 'danger' }}
      isBusy={false}
      onSubmit={() => (reason === '' ? setIsMissing(true) : onConfirm(reason))}
      onClose={onClose}
    >
      <TextArea
        label={t('suspend.reason')}
        hint={t('suspend.reason.hint')}
        value={text}
        rows={4}
        maxLength={MAX_SUSPENSION_REASON}
        error={isMissing && reason === '' ? t('suspend.reason.missing') : undefined}
        onChange={(event) => setText(event.target.value)}
      />
    </OperationDialog>
  );
}
