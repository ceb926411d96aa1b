import { MAX_COMMENT_LENGTH, MAX_MENTIONS } from '@diorama/shared/contract/comments.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Avatar } from '../../../components/avatar/avatar.tsx';
import { Button } from '../../../components/button/button.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { TextArea } from '../../../components/field/text-area.tsx';
import { useErrorText } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import classes from './comment.module.css';
import { insertMention, type MentionDraft, matchingPeople, mentionAt } from './model/mentions.ts';

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
  const { t } = useTranslations('comments');
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
    if (handleMentionKey(event, mentions, choose)) {
      return;
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      onEscape();
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
      {offered.length > 0 && <MentionList id={listId} people={offered} active={active} onChoose={choose} />}
      {!(isWaiting && text === '') && (
        <div className="flex justify-end gap-2">
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

/** Keys of the suggested users: arrows move, Enter and Tab choose, Escape hides them. Returns whether one was handled. */
function handleMentionKey(
  event: KeyboardEvent,
  { offered, active, move, dismiss }: Mentions,
  choose: (person: UserRef) => void,
): boolean {
  const person = offered[active];
  if (!person) {
    return false;
  }
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowUp':
      move(event.key === 'ArrowDown' ? 1 : -1);
      break;
    case 'Enter':
    case 'Tab':
      choose(person);
      break;
    case 'Escape':
      event.stopPropagation();
      dismiss();
      return true;
    default:
      return false;
  }
  event.preventDefault();
  return true;
}

/** Users that can be mentioned; the text field keeps the focus. */
function MentionList({
  id,
  people,
  active,
  onChoose,
}: {
  id: string;
  people: readonly UserRef[];
  active: number;
  onChoose: (person: UserRef) => void;
}) {
  const { t } = useTranslations('comments');
  return (
    <div id={id} role="listbox" aria-label={t('comments.mentions')} className={classes.people}>
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active one
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        <div
          key={person.uuid}
          id={`${id}-${person.uuid}`}
          role="option"
          aria-selected={index === active}
          className={classes.person}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar person={person} size={20} />
          <span>{person.name}</span>
        </div>
      ))}
    </div>
  );
}

/** Mention suggestions of a text field. */
type Mentions = {
  /** The mention that is being typed. */
  draft: MentionDraft | null;
  /** Matching users, and the index of the highlighted one. */
  offered: readonly UserRef[];
  active: number;
  move: (by: number) => void;
  choose: (person: UserRef) => void;
  /** Hides the suggestions until the next mention. */
  dismiss: () => void;
  /** Uuids of chosen users whose names are still in a text. */
  namedIn: (text: string) => string[];
};

/** Suggests users of the scene while a name is typed after `@`; `mentioned` are chosen initially. */
function useMentions(text: string, caret: number, mentioned: readonly UserRef[]): Mentions {
  const { comments, editor } = useEditorSession();
  const [people, setPeople] = useState<readonly UserRef[]>([]);
  const called = useSignalValue(editor.commenting.called);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [pointed, setPointed] = useState({ query: '', index: 0 });
  const draft = mentionAt(text, caret);
  const isTyping = draft !== null;
  useEffect(() => {
    if (!isTyping) {
      return;
    }
    let isHere = true;
    // Without the user list, comments are sent without mentions.
    comments.people().then(
      (found) => {
        if (isHere) {
          setPeople(found);
        }
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [isTyping, comments]);
  const offered = draft && draft.start !== dismissed ? matchingPeople(people, draft.query) : [];
  const index = pointed.query === draft?.query ? pointed.index : 0;
  return {
    draft,
    offered,
    active: Math.min(index, Math.max(0, offered.length - 1)),
    move: (by) =>
      setPointed({ query: draft?.query ?? '', index: (index + by + offered.length) % offered.length }),
    choose: (person) => editor.commenting.call(person),
    dismiss: () => setDismissed(draft?.start ?? null),
    namedIn: (written) => {
      const named = [...mentioned, ...called].filter(({ name }) => written.includes(`@${name}`));
      return [...new Set(named.map(({ uuid }) => uuid))].slice(0, MAX_MENTIONS);
    },
  };
}
