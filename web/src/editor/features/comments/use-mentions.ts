import { MAX_MENTIONS } from '@diorama/shared/contract/comments.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import {
  type ChangeEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { insertMention, matchingPeople, mentionAt } from './model/mentions.ts';

/** Mention suggestions of a text field. */
export type Mentions = ReturnType<typeof useMentions>;

type MentionedText = {
  text: string;
  /** Users who are chosen initially. */
  mentioned: readonly UserRef[];
  onChange: (text: string) => void;
};

/** Suggests users of the scene while a name is typed after `@`. */
export function useMentions({ text, mentioned, onChange }: MentionedText) {
  const { editor } = useEditorSession();
  const called = useSignalValue(editor.commenting.called);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState(text.length);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [pointed, setPointed] = useState({ query: '', index: 0 });
  const draft = mentionAt(text, caret);
  const people = useMentionable(draft !== null);
  const offered = draft && draft.start !== dismissed ? matchingPeople(people, draft.query) : [];
  const index = pointed.query === draft?.query ? pointed.index : 0;
  const active = Math.min(index, Math.max(0, offered.length - 1));

  const choose = (chosen: UserRef) => {
    if (draft) {
      const next = insertMention(text, draft, chosen.name);
      editor.commenting.call(chosen);
      onChange(next.text);
      setCaret(next.caret);
      requestAnimationFrame(() => field.current?.setSelectionRange(next.caret, next.caret));
    }
  };
  return {
    listId,
    /** Matching users, and the index of the highlighted one. */
    offered,
    active,
    field,
    props: {
      ref: field,
      'aria-autocomplete': 'list',
      'aria-controls': offered.length > 0 ? listId : undefined,
      'aria-activedescendant': offered[active] ? `${listId}-${offered[active].uuid}` : undefined,
      onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
        onChange(target.value);
        setCaret(target.selectionStart);
      },
      onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
        setCaret(currentTarget.selectionStart),
    } as const,
    move: (by: number) =>
      setPointed({ query: draft?.query ?? '', index: (index + by + offered.length) % offered.length }),
    choose,
    /** Hides the suggestions until the next mention. */
    dismiss: () => setDismissed(draft?.start ?? null),
    /** Uuids of chosen users whose names are still in a text. */
    namedIn: (written: string) => {
      const named = [...mentioned, ...called].filter(({ name }) => written.includes(`@${name}`));
      return [...new Set(named.map(({ uuid }) => uuid))].slice(0, MAX_MENTIONS);
    },
  };
}

/** Keys of the suggested users: arrows move, Enter and Tab choose, Escape hides them. Returns whether one was handled. */
export function handleMentionKey(
  event: KeyboardEvent,
  { offered, active, move, choose, dismiss }: Mentions,
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

/** Users that can be mentioned, requested when they are needed. Without the list, comments are sent without mentions. */
function useMentionable(isNeeded: boolean): readonly UserRef[] {
  const { comments } = useEditorSession();
  const [people, setPeople] = useState<readonly UserRef[]>([]);
  useEffect(() => {
    if (!isNeeded) {
      return;
    }
    let isHere = true;
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
  }, [isNeeded, comments]);
  return people;
}
