import { MAX_MENTIONS } from '@diorama/shared/contract/comments.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import { useEffect, useState } from 'react';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { type MentionDraft, matchingPeople, mentionAt } from './model/mentions.ts';

/** Mention suggestions of a text field. */
export type Mentions = {
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
export function useMentions(text: string, caret: number, mentioned: readonly UserRef[]): Mentions {
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
      (found) => isHere && setPeople(found),
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
    namedIn: (said) => {
      const named = [...mentioned, ...called].filter(({ name }) => said.includes(`@${name}`));
      return [...new Set(named.map(({ uuid }) => uuid))].slice(0, MAX_MENTIONS);
    },
  };
}
