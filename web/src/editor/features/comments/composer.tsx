import { MAX_COMMENT_LENGTH } from '@diorama/shared/contract/comments.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Avatar } from '../../../components/avatar/avatar.tsx';
import { Button } from '../../../components/button/button.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { TextArea } from '../../../components/field/text-area.tsx';
import { useErrorText } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import classes from './comment.module.css';
import { handleMentionKey, type Mentions, useMentions } from './use-mentions.ts';

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
  onSend: (written: WrittenComment) => Promise<void>;
};

/** Comment text field; `@` suggests users to mention. */
export function Composer({
  label,
  placeholder,
  submit: submitLabel,
  text,
  mentioned = [],
  isWaiting = false,
  onChange,
  onCancel,
  onEscape = onCancel,
  onSend,
}: ComposerProps) {
  const { t } = useTranslations('comments');
  const errorText = useErrorText();
  const [error, setError] = useState<string | null>(null);
  const mentions = useMentions({ text, mentioned, onChange });
  const { field } = mentions;
  const isEmpty = text.trim() === '';
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
  }, [isWaiting, field]);

  const handleKey = (event: KeyboardEvent) => {
    if (handleMentionKey(event, mentions)) {
      return;
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      onEscape();
    } else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !isEmpty) {
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
        label={label}
        isLabelHidden
        placeholder={placeholder}
        rows={isWaiting && text === '' ? 1 : 3}
        maxLength={MAX_COMMENT_LENGTH}
        value={text}
        error={error ?? undefined}
        {...mentions.props}
        onKeyDown={handleKey}
      />
      <MentionList {...mentions} />
      {!(isWaiting && text === '') && (
        <div className="flex justify-end gap-2">
          <Button size="small" variant="ghost" onClick={onCancel}>
            {t('comments.cancel')}
          </Button>
          <NetworkButton size="small" type="submit" variant="primary" disabled={isEmpty} isLoading={isBusy}>
            {submitLabel}
          </NetworkButton>
        </div>
      )}
    </form>
  );
}

/** Users that can be mentioned; the text field keeps the focus. */
function MentionList({ listId, offered, active, choose }: Mentions) {
  const { t } = useTranslations('comments');
  if (offered.length === 0) {
    return null;
  }
  return (
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
  );
}
