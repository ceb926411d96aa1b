import { isEmail } from '@diorama/shared/domain/email.ts';
import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import fieldClasses from '../../components/field/field.module.css';
import primitives from '../../components/primitives.module.css';
import { useTranslations } from '../../hooks/use-translations.ts';
import classes from './invite.module.css';

/** Keys that end an address while typing. */
const ENDS = new Set(['Enter', ',', ';', ' ', 'Tab']);

/** Field for several addresses: typed ones become chips, pasted ones are split. */
export function EmailsField({
  emails,
  problems,
  error,
  onChange,
  onEnter,
}: {
  emails: readonly string[];
  /** Refused addresses with the reason. */
  problems: Readonly<Record<string, string>>;
  error: string | null;
  onChange: (emails: string[]) => void;
  /** Called with all addresses for Enter after the last typed one, if all are valid. */
  onEnter: (emails: string[]) => void;
}) {
  const { t } = useTranslations('people');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');

  const add = (more: string) => {
    const all = withAddresses(emails, more);
    onChange(all);
    setText('');
    return all;
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (ENDS.has(event.key) && text.trim() !== '') {
      // Without text, Tab and Enter keep their default action.
      event.preventDefault();
      const all = add(text);
      if (event.key === 'Enter' && all.every(isEmail)) {
        onEnter(all);
      }
    } else if (event.key === 'Backspace' && text === '') {
      onChange(emails.slice(0, -1));
    }
  };
  const handlePaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (/[\s,;]/.test(pasted.trim())) {
      event.preventDefault();
      add(`${text} ${pasted}`);
    }
  };
  return (
    <div className={fieldClasses.field}>
      <label htmlFor={id} className={fieldClasses.label}>
        {t('invite.emails')}
      </label>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input itself takes the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside the chips means the input */}
      <div
        className={classes.chips}
        data-invalid={error !== null || undefined}
        onClick={() => input.current?.focus()}
      >
        {emails.map((email) => (
          <span
            key={email}
            className={classes.chip}
            data-wrong={!isEmail(email) || problems[email] !== undefined || undefined}
          >
            <span className={primitives.ellipsis}>{email}</span>
            <button
              type="button"
              className={classes.chipRemove}
              aria-label={t('invite.emails.remove', { email })}
              onClick={() => onChange(emails.filter((other) => other !== email))}
            >
              <X size={12} aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          ref={input}
          id={id}
          // Not `email`, whose value the browser trims, while a space must end an address.
          type="text"
          inputMode="email"
          className={classes.chipInput}
          autoComplete="off"
          value={text}
          aria-invalid={error !== null || undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKeyDown}
          onPaste={handlePaste}
          onBlur={() => text.trim() !== '' && add(text)}
        />
      </div>
      <p
        id={`${id}-hint`}
        className={error === null ? fieldClasses.hint : fieldClasses.error}
        role={error === null ? undefined : 'alert'}
      >
        {error ?? t('invite.emails.hint')}
      </p>
      {Object.keys(problems).length > 0 && (
        <ul className="flex flex-col gap-1 mt-1 text-(--error) text-12 wrap-anywhere">
          {Object.entries(problems).map(([email, problem]) => (
            <li key={email}>
              <strong>{email}</strong> {problem}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Addresses of typed or pasted text: in lower case, without duplicates, in order. */
export function parseEmails(text: string): { emails: string[]; wrong: string[] } {
  const words = text
    .split(/[\s,;]+/)
    .map(addressIn)
    .filter((word) => word !== '');
  const unique = [...new Set(words)];
  return { emails: unique.filter(isEmail), wrong: unique.filter((word) => !isEmail(word)) };
}

/** Adds the addresses of typed or pasted text to others, wrong ones last. */
export function withAddresses(emails: readonly string[], text: string): string[] {
  const { emails: found, wrong } = parseEmails(text);
  return [...new Set([...emails, ...found, ...wrong])];
}

/** Extracts an address such as `Ada Lovelace <ada@example.org>`; words of the name are not addresses. */
function addressIn(word: string): string {
  return word.replace(/^[<"'(]+|[>"')]+$/g, '').toLowerCase();
}
