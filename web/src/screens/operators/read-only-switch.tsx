import type { ReadOnlyState } from '@diorama/shared/contract/operators.ts';
import { useId, useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import { useDates } from '../../hooks/use-dates.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import classes from './overview.module.css';
import { OperationDialog } from './payments/operation-dialog.tsx';

/** Switch that lets people see everything and change nothing, with who switched it last. */
export function ReadOnlySwitch({ state, onChange }: { state: ReadOnlyState; onChange: () => void }) {
  const { t } = useTranslations('operators');
  const id = useId();
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const [isAsking, setIsAsking] = useState(false);
  const { isOn, isByEnvironment } = state;
  const { isBusy, submit } = useSubmit(
    async (next: boolean) => {
      await client.call('switchReadOnly', { body: { isOn: next } });
      toast({ kind: 'success', text: t(next ? 'readOnly.started' : 'readOnly.ended') });
      setIsAsking(false);
      onChange();
    },
    (error) => {
      showError(error);
      onChange();
    },
  );
  return (
    <section className={classes.readOnly} aria-labelledby={id}>
      <div className="min-w-[12rem] flex-1">
        <h2 id={id} className={primitives.text14}>
          {t('readOnly.title')}
        </h2>
        <p className={classes.note}>{t(isOn ? 'readOnly.on' : 'readOnly.off')}</p>
        {isByEnvironment && <p className={classes.note}>{t('readOnly.environment')}</p>}
        <SwitchedNote state={state} />
      </div>
      {!isByEnvironment && (
        <NetworkButton
          variant={isOn ? 'primary' : 'secondary'}
          isLoading={isBusy && !isAsking}
          onClick={() => (isOn ? submit(false) : setIsAsking(true))}
        >
          {t(isOn ? 'readOnly.end' : 'readOnly.start')}
        </NetworkButton>
      )}
      {isAsking && (
        <OperationDialog
          title={t('readOnly.ask')}
          text={t('readOnly.ask.text')}
          confirm={{ label: t('readOnly.start'), variant: 'primary' }}
          isBusy={isBusy}
          onSubmit={() => submit(true)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}

function SwitchedNote({ state: { switchedAt, switchedBy } }: { state: ReadOnlyState }) {
  const { t } = useTranslations('operators');
  const dates = useDates();
  if (switchedAt === null) {
    return null;
  }
  const time = dates.relative(switchedAt);
  return (
    <p className={classes.note}>
      {switchedBy === null ? t('readOnly.at', { time }) : t('readOnly.by', { time, name: switchedBy })}
    </p>
  );
}
