import { useState } from 'react';
import { serverNow } from '../../api/server-time.ts';
import { TextField } from '../../components/field/text-field.tsx';
import { useSharingWords } from '../../hooks/use-sharing-words.ts';
import { dayOf, endOfDay, isExpiry } from './expiry.ts';
import type { Share } from './share-modal.tsx';
import { useSharingChange } from './use-sharing-change.ts';

/**
 * The last day of a public link. A day half typed is a day long past, or none: it is sent once whoever types it is done,
 * and only if the link would live on.
 */
export function ExpiryField({ share: { scene, changeSharing } }: { share: Share }) {
  const { t } = useSharingWords();
  const { isBusy, change } = useSharingChange(changeSharing);
  const saved = dayOf(scene.sharing.expiresAt);
  const today = dayOf(new Date(serverNow()).toISOString());
  const [known, setKnown] = useState(saved);
  const [text, setText] = useState(saved);
  const [isDone, setIsDone] = useState(true);
  if (known !== saved) {
    // It was saved, here or by somebody else.
    setKnown(saved);
    setText(saved);
  }
  const isWrong = text !== saved && !isExpiry(text, today);
  const handleDone = (field: HTMLInputElement) => {
    setIsDone(true);
    // What browsers call bad is a day with a part that is missing: its value is empty all the same.
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
