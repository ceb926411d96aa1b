import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Notice } from './notice.tsx';
import type { PageTranslate } from './page-language.ts';
import { type UnlockAnswer, unlockPublicScene } from './public-scene.ts';

type UnlockFormProps = { uuid: string; name: string; t: PageTranslate; onUnlock: () => void };

const COMPLAINTS = {
  wrong: 'locked.wrong',
  tooMany: 'locked.tooMany',
  unreachable: 'unreachable.text',
} as const satisfies Record<Exclude<UnlockAnswer, 'open' | 'closed'>, string>;

/** Asks for the password of a protected scene. */
export function UnlockForm({ uuid, name, t, onUnlock }: UnlockFormProps) {
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const [answer, setAnswer] = useState<UnlockAnswer | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => input.current?.focus(), []);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    setIsBusy(true);
    const came = await unlockPublicScene(uuid, String(password ?? ''));
    setIsBusy(false);
    setAnswer(came);
    if (came === 'open' || came === 'closed') {
      onUnlock();
    } else {
      input.current?.select();
    }
  };

  const complaint =
    answer === null || answer === 'open' || answer === 'closed' ? null : t(COMPLAINTS[answer]);

  return (
    <Notice title={t('locked.title', { name })} text={t('locked.text')}>
      <form className="viewer-unlock" onSubmit={handleSubmit}>
        <label htmlFor={field}>{t('locked.password')}</label>
        <input
          ref={input}
          id={field}
          className="viewer-field"
          name="password"
          type="password"
          autoComplete="off"
          required
          maxLength={200}
          aria-invalid={complaint !== null}
          aria-describedby={`${field}-complaint`}
        />
        <p id={`${field}-complaint`} className="viewer-complaint" role="alert">
          {complaint}
        </p>
        <button type="submit" className="viewer-button is-primary" disabled={isBusy}>
          {t('locked.submit')}
        </button>
      </form>
    </Notice>
  );
}
