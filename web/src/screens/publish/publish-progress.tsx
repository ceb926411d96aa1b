import type { SceneOutput } from '@diorama/shared/contract/assets.ts';
import { formatPercent } from '@diorama/shared/i18n/format.ts';
import { Circle, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { serverNow } from '../../api/server-time.ts';
import { Button } from '../../components/button/button.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { Spinner } from '../../components/feedback/spinner.tsx';
import primitives from '../../components/primitives.module.css';
import hiddenClasses from '../../components/visually-hidden.module.css';
import { useLanguage, useT } from '../../hooks/use-language.tsx';
import { type Translations, useTranslations } from '../../hooks/use-translations.ts';
import { CancelPublicationButton } from './cancel-publication-button.tsx';
import classes from './publish.module.css';
import { shareOf, stepState } from './publish-state.ts';
import { type Share, ShareModal } from './share-modal.tsx';

const STEPS = [1, 2, 3] as const;
/** Most outputs are done within this time. */
const USUAL_MS = 60_000;
const ICONS = {
  done: <CircleCheck size={20} aria-hidden="true" />,
  running: <Spinner size={20} />,
  waiting: <Circle size={20} strokeWidth={1.5} aria-hidden="true" />,
};

/** Second step: the actual progress of an output's three steps. */
export function PublishProgress({
  share,
  output,
  onStop,
}: {
  share: Share;
  output: SceneOutput;
  /** Withdraws the publication before it is live. */
  onStop: () => Promise<void>;
}) {
  const say = useT();
  const { t } = useTranslations('sharing');
  return (
    <ShareModal
      share={share}
      title={t('publish.running.title', { name: share.scene.name })}
      text={t('publish.running.text')}
      footer={
        <>
          <CancelPublicationButton onWithdraw={onStop} />
          <Button onClick={share.onClose}>{say('common.close')}</Button>
        </>
      }
    >
      <OutputSteps output={output} />
    </ShareModal>
  );
}

/** Whether an output takes longer than nearly all do. */
function useIsLong({ createdAt }: SceneOutput): boolean {
  const due = Date.parse(createdAt) + USUAL_MS;
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setTimeout(() => setNow(serverNow()), Math.max(0, due - serverNow()));
    return () => clearTimeout(timer);
  }, [due]);
  return now >= due;
}

function queueText(
  t: Translations<'sharing'>['t'],
  { position, isAwaitingFiles }: Pick<SceneOutput, 'position' | 'isAwaitingFiles'>,
): string {
  if (isAwaitingFiles) {
    return t('publish.queued.files');
  }
  return position === null || position === 1
    ? t('publish.queued')
    : t('publish.queued.position', { position });
}

/** Progress of an output. */
export function OutputSteps({ output }: { output: SceneOutput }) {
  const { t } = useTranslations('sharing');
  const language = useLanguage();
  const part = shareOf(output);
  const isLong = useIsLong(output);
  const current =
    part === null
      ? queueText(t, output)
      : t('publish.step', { step: Math.max(output.step, 1), steps: output.steps });
  return (
    <>
      <ProgressBar share={part} label={current} />
      <p className={classes.hint} role="status">
        {current}
        {isLong && ` ${t('publish.slow')}`}
      </p>
      <ol className={primitives.stack3}>
        {STEPS.map((step) => {
          const state = stepState(output, step);
          return (
            <li
              key={step}
              className={classes.step}
              data-state={state}
              aria-current={state === 'running' ? 'step' : undefined}
            >
              {ICONS[state]}
              <span>{t(`publish.step.${step}`)}</span>
              <span className={hiddenClasses.hidden}>{t(`publish.step.${state}`)}</span>
              {state === 'running' && part !== null && (
                <span className="ml-auto font-regular">{formatPercent(language, part)}</span>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}
