import type { Sharing } from '@diorama/shared/contract/compositions.ts';
import { LICENSES, type License } from '@diorama/shared/domain/licenses.ts';
import { useState } from 'react';
import { TextField } from '../../components/field/text-field.tsx';
import { Select } from '../../components/select/select.tsx';
import { useSharingTranslations } from '../../hooks/use-sharing-translations.ts';
import classes from './publish.module.css';
import type { Share } from './share-modal.tsx';
import { useSharingChange } from './use-sharing-change.ts';

// `Object.keys` returns strings; the type follows the table.
const NAMES = Object.keys(LICENSES) as License[];
const MAX_CREATOR = 200;

/** Creator and licence that the public page and the files name. The creator is saved when the input ends. */
export function LicenseFields({ share: { scene, changeSharing } }: { share: Share }) {
  const { t } = useSharingTranslations();
  const { isBusy, change } = useSharingChange(changeSharing);
  const { license, creator }: Sharing = scene.sharing;
  const [known, setKnown] = useState(creator);
  const [text, setText] = useState(creator);
  if (known !== creator) {
    // The value was saved, here or by another user.
    setKnown(creator);
    setText(creator);
  }
  const handleDone = () => {
    if (!isBusy && text.trim() !== creator) {
      change({ creator: text.trim() });
    }
  };
  return (
    <section className={classes.options}>
      <h3 className={classes.heading}>{t('license.title')}</h3>
      <div className={classes.field}>
        <span className={classes.label}>{t('license.label')}</span>
        <Select
          label={t('license.label')}
          value={license}
          isDisabled={isBusy}
          options={NAMES.map((value) => ({
            value,
            label: LICENSES[value]?.name ?? t('license.reserved'),
          }))}
          onChange={(value) => change({ license: value })}
        />
      </div>
      <TextField
        label={t('license.creator')}
        hint={t('license.creator.hint')}
        maxLength={MAX_CREATOR}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={handleDone}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            handleDone();
          }
        }}
      />
      <p className={classes.hint}>{t('license.text')}</p>
    </section>
  );
}
