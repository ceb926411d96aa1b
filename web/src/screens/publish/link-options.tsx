import type { Sharing } from '@diorama/shared/contract/compositions.ts';
import { Switch } from '../../components/field/checkbox.tsx';
import { useSharingTranslations } from '../../hooks/use-sharing-translations.ts';
import { ExpiryField } from './expiry-field.tsx';
import classes from './publish.module.css';
import type { Share } from './share-modal.tsx';
import { useSharingChange } from './use-sharing-change.ts';

const OPTIONS = ['allowComment', 'allowClone', 'live'] as const satisfies readonly (keyof Sharing)[];

/** Visitors' permissions and expiry of the link; each change takes effect at once. */
export function LinkOptions({ share }: { share: Share }) {
  const { scene, changeSharing } = share;
  const { t } = useSharingTranslations();
  const { isBusy, change } = useSharingChange(changeSharing);
  const { sharing } = scene;
  return (
    <section className={classes.options}>
      <h3 className={classes.heading}>{t('options.title')}</h3>
      {OPTIONS.map((option) => (
        <div key={option}>
          <Switch
            label={t(`options.${option}`)}
            checked={sharing[option]}
            disabled={isBusy}
            onChange={(event) => change({ [option]: event.target.checked })}
          />
          <p className={classes.hint}>{t(`options.${option}.text`)}</p>
        </div>
      ))}
      <ExpiryField share={share} />
    </section>
  );
}
