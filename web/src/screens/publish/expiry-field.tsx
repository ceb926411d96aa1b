import { useState } from 'react';
import { serverNow } from '../../api/server-time.ts';
import { TextField } from '../../components/field/text-field.tsx';
import { useSharingTranslations } from '../../hooks/use-sharing-translations.ts';
import { dayOf, endOfDay, isExpiry } from './expiry.ts';
import type { Share } from './share-modal.tsx';
import { useSharingChange } from './use-sharing-change.ts';

/**
 * Last day of a public link. A partly typed date may be far in the past or empty. It is saved when
 * the input ends, and only if the link does not expire by it.
 */
export function ExpiryField({ share: { scene, changeSharing } }: { share: Share }) {
  const { t } = useSharingTranslations();
  const { isBusy, change } = useSharingChange(changeSharing);
  const saved = dayOf(scene.sharing.expiresAt);
  const today = dayOf(new Date(serverNow()).toISOString());
  const [known, setKnown] = useState(saved);
  const [text, setText] = useState(saved);
  const [isDone, setIsDone] = useState(true);
  if (known !== saved) {
    // The value was saved, here or by another user.
    setKnown(saved);
    setText(saved);
  }
  const isWrong = text !== saved && !isExpiry(text, today);
  const handleDone = (field: HTMLInputElement) => {
    setIsDone(true);
    // A date with a missing part counts as bad input; its value is empty as well.
    if (!isBusy && text !== saved && !isWrong && !field.validity.badInput) {
      change({ expiresAt: endOfDay(text) });
    }
  };
  return (
    <TextField
      type="date"
      label={t('options.expires')}
      hint={t('options.expires.hint')}
      error={isDone && isWrong ? t('options.expires.past') : undefined}
      min={today}
      max="9999-12-31"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        setIsDone(false);
      }}
      onBlur={(event) => handleDone(event.target)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          handleDone(event.currentTarget);
        }
      }}
    />
  );
}
