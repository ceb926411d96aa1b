import { isEmail } from '@diorama/shared/domain/email.ts';
import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { FieldFrame } from '../../components/field/field-frame.tsx';
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
    <div className="min-w-0">
      <FieldFrame label={t('invite.emails')} hint={t('invite.emails.hint')} error={error}>
        {(ties) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input itself takes the keys
          // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the chips means the input
          <div
            className={classes.chips}
            data-invalid={ties['aria-invalid']}
            onClick={() => input.current?.focus()}
          >
            {emails.map((email) => (
              <EmailChip
                key={email}
                email={email}
                isWrong={!isEmail(email) || problems[email] !== undefined}
                onRemove={() => onChange(emails.filter((other) => other !== email))}
              />
            ))}
            <input
              {...ties}
              ref={input}
              // Not `email`, whose value the browser trims, while a space must end an address.
              type="text"
              inputMode="email"
              className={classes.chipInput}
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={handleKeyDown}
              onPaste={handlePaste}
              onBlur={() => text.trim() !== '' && add(text)}
            />
          </div>
        )}
      </FieldFrame>
      <RefusedEmails problems={problems} />
    </div>
  );
}

function EmailChip({ email, isWrong, onRemove }: { email: string; isWrong: boolean; onRemove: () => void }) {
  const { t } = useTranslations('people');
  return (
    <span className={classes.chip} data-wrong={isWrong || undefined}>
      <span className={primitives.ellipsis}>{email}</span>
      <button
        type="button"
        className={classes.chipRemove}
        aria-label={t('invite.emails.remove', { email })}
        onClick={onRemove}
      >
        <X size={12} aria-hidden="true" />
      </button>
    </span>
  );
}

function RefusedEmails({ problems }: { problems: Readonly<Record<string, string>> }) {
  const refused = Object.entries(problems);
  return (
    refused.length > 0 && (
      <ul className="flex flex-col gap-1 mt-2 text-(--error) text-12 wrap-anywhere">
        {refused.map(([email, problem]) => (
          <li key={email}>
            <strong>{email}</strong> {problem}
          </li>
        ))}
      </ul>
    )
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
