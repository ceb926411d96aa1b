import type { ReactNode } from 'react';
import { Button } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { Form } from '../../components/field/form.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { InvitedNote } from './invited-note.tsx';
import classes from './onboarding.module.css';

const STEPS = 3;

/** Layout of one step: progress, question, and buttons for back, next and skip. */
export function OnboardingFrame({
  step,
  title,
  text,
  problem,
  isBusy,
  onBack,
  onNext,
  onSkip,
  children,
}: {
  step: number;
  title: string;
  text: string;
  problem: string | null;
  isBusy: boolean;
  onBack: (() => void) | null;
  onNext: () => void;
  onSkip: () => void;
  children: ReactNode;
}) {
  const { t } = useAccountTranslations();
  const progress = t('onboarding.progress', { step, steps: STEPS });
  return (
    <Form className={classes.frame} onSubmit={onNext}>
      <div>
        <p className={classes.progress}>{progress}</p>
        <div className={classes.bar}>
          <ProgressBar share={step / STEPS} label={progress} />
        </div>
      </div>
      <InvitedNote />
      <div>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{text}</p>
      </div>
      <div className={classes.body}>{children}</div>
      {problem !== null && <Alert kind="error">{problem}</Alert>}
      <div className={classes.buttons}>
        <NetworkButton
          variant="ghost"
          size="large"
          className={classes.skip}
          disabled={isBusy}
          onClick={onSkip}
        >
          {t('onboarding.skip')}
        </NetworkButton>
        {onBack !== null && (
          <Button size="large" disabled={isBusy} onClick={onBack}>
            {t('onboarding.back')}
          </Button>
        )}
        <NetworkButton type="submit" variant="primary" size="large" isLoading={isBusy}>
          {step === STEPS ? t('onboarding.finish') : t('onboarding.next')}
        </NetworkButton>
      </div>
    </Form>
  );
}
