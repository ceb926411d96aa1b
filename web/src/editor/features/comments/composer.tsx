import { MAX_COMMENT_LENGTH } from '@diorama/shared/contract/comments.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Avatar } from '../../../components/avatar/avatar.tsx';
import { Button } from '../../../components/button/button.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { TextArea } from '../../../components/field/text-area.tsx';
import { useCommentTranslations } from '../../../hooks/use-comment-translations.ts';
import { useErrorText } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import classes from './comment.module.css';
import { insertMention } from './model/mentions.ts';
import { useMentions } from './use-mentions.ts';

/** Text of a comment, with the uuids of the mentioned users. */
type WrittenComment = { text: string; mentions: string[] };

type ComposerProps = {
  label: string;
  placeholder?: string;
  submit: string;
  text: string;
  /** Users who are already mentioned. */
  mentioned?: readonly UserRef[];
  /** Whether it is collapsed below others, without buttons until text is entered. */
  isWaiting?: boolean;
  onChange: (text: string) => void;
  onCancel: () => void;
  /** Called for Escape, if that should not discard the text. */
  onEscape?: () => void;
  /** Throws if sending failed: the text stays, with the reason below. */
  onSend: (said: WrittenComment) => Promise<void>;
};

/** Comment text field; `@` suggests users to mention. */
export function Composer({ isWaiting = false, ...props }: ComposerProps) {
  const {
    label,
    placeholder,
    submit: submitLabel,
    text,
    mentioned = [],
    onChange,
    onCancel,
    onEscape = onCancel,
    onSend,
  } = props;
  const { t } = useCommentTranslations();
  const errorText = useErrorText();
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [caret, setCaret] = useState(text.length);
  const listId = useId();
  const mentions = useMentions(text, caret, mentioned);
  const { offered, active } = mentions;
  const { isBusy, submit } = useSubmit(
    async () => {
      setError(null);
      await onSend({ text: text.trim(), mentions: mentions.namedIn(text) });
    },
    (problem) => setError(errorText(problem)),
  );
  useEffect(() => {
    if (!isWaiting) {
      // The page must not scroll when the field over the scene gets the focus.
      field.current?.focus({ preventScroll: true });
    }
  }, [isWaiting]);

  const choose = (person: UserRef) => {
    if (mentions.draft) {
      const next = insertMention(text, mentions.draft, person.name);
      mentions.choose(person);
      onChange(next.text);
      setCaret(next.caret);
      requestAnimationFrame(() => field.current?.setSelectionRange(next.caret, next.caret));
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    const person = offered[active];
    if (person && ['ArrowDown', 'ArrowUp', 'Enter', 'Tab'].includes(event.key)) {
      event.preventDefault();
      if (event.key.startsWith('Arrow')) {
        mentions.move(event.key === 'ArrowDown' ? 1 : -1);
      } else {
        choose(person);
      }
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (person) {
        mentions.dismiss();
      } else {
        onEscape();
      }
    } else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && text.trim() !== '') {
      event.preventDefault();
      submit();
    }
  };

  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextArea
        ref={field}
        label={label}
        isLabelHidden
        placeholder={placeholder}
        rows={isWaiting && text === '' ? 1 : 3}
        maxLength={MAX_COMMENT_LENGTH}
        value={text}
        error={error ?? undefined}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? listId : undefined}
        aria-activedescendant={offered[active] ? `${listId}-${offered[active].uuid}` : undefined}
        onChange={(event) => {
          onChange(event.target.value);
          setCaret(event.target.selectionStart);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={handleKey}
      />
      {offered.length > 0 && (
        <div id={listId} role="listbox" aria-label={t('comments.mentions')} className={classes.people}>
          {offered.map((person, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active one
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={person.uuid}
              id={`${listId}-${person.uuid}`}
              role="option"
              aria-selected={index === active}
              className={classes.person}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <Avatar person={person} size={20} />
              <span>{person.name}</span>
            </div>
          ))}
        </div>
      )}
      {!(isWaiting && text === '') && (
        <div className={classes.actions}>
          <Button size="small" variant="ghost" onClick={onCancel}>
            {t('comments.cancel')}
          </Button>
          <NetworkButton
            size="small"
            type="submit"
            variant="primary"
            disabled={text.trim() === ''}
            isLoading={isBusy}
          >
            {submitLabel}
          </NetworkButton>
        </div>
      )}
    </form>
  );
}
