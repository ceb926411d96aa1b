import { useState } from 'react';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Confirm } from '../../components/modal/confirm.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import classes from './publish.module.css';

/** Unpublishes a scene after a confirmation. */
export function UnpublishButton({ name, onTakeDown }: { name: string; onTakeDown: () => Promise<void> }) {
  const t = useT();
  const toast = useToast();
  const showError = useErrorToast();
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, submit } = useSubmit(
    async () => {
      await onTakeDown();
      toast({ kind: 'success', text: t('publish.takenDown', { name }) });
    },
    (error) => {
      showError(error);
    },
  );
  return (
    <>
      <NetworkButton
        variant="ghost"
        className={classes.takeDown}
        isLoading={isBusy}
        onClick={() => setIsAsking(true)}
      >
        {t('publish.takeDown')}
      </NetworkButton>
      {isAsking && (
        <Confirm
          isDangerous
          title={t('publish.takeDown.title', { name })}
          text={t('publish.takeDown.text')}
          confirmLabel={t('publish.takeDown')}
          onConfirm={submit}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
