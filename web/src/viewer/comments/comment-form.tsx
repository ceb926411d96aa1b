import type { CommentAnchor } from '@diorama/shared/contract/comment-anchor.ts';
import { type FormEvent, useId, useState } from 'react';
import { readItem, storeItem } from '../browser-storage.ts';
import type { PageTranslate } from '../page-language.ts';
import type { CommentAnswer, CommentFailure, NewComment } from './comment-calls.ts';
import { readDraft, storeDraft } from './comment-drafts.ts';

/** Key of the visitor's name in this browser. Without storage, the form asks each time. */
const KEY = 'diorama.visitor-name';

/** Limits of the API, in characters. */
const MAX = { name: 60, text: 2_000 } as const;

type CommentFormProps<Value> = {
  /** Uuid of the scene. */
  uuid: string;
  label: string;
  parent: string | null;
  anchor: CommentAnchor | null;
  t: PageTranslate;
  onSay: (comment: NewComment) => Promise<CommentAnswer<Value>>;
  onPosted: (value: Value) => void;
};

/** A form for a comment; it asks for the visitor's name once. */
export function CommentForm<Value>(props: CommentFormProps<Value>) {
  const { uuid, label, parent, anchor, t, onSay, onPosted } = props;
  const id = useId();
  const [name, setName] = useState(() => readItem('localStorage', KEY) ?? '');
  const [isNamed, setIsNamed] = useState(name !== '');
  const [text, setText] = useState(() => readDraft(uuid, parent));
  const [trouble, setTrouble] = useState<CommentFailure | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const write = (next: string) => {
    setText(next);
    storeDraft(uuid, parent, next);
  };
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    const answer = await onSay({ name: name.trim(), text: text.trim(), parent, anchor });
    setIsBusy(false);
    if ('trouble' in answer) {
      // The text stays in the form.
      setTrouble(answer.trouble);
      return;
    }
    storeItem('localStorage', KEY, name.trim());
    setIsNamed(true);
    write('');
    setTrouble(null);
    onPosted(answer.value);
  };

  return (
    <form className="talk-form" onSubmit={handleSubmit}>
      {isNamed ? (
        <p className="talk-as">
          <span>{t('comments.as', { name })}</span>{' '}
          <button type="button" className="talk-link" onClick={() => setIsNamed(false)}>
            {t('comments.rename')}
          </button>
        </p>
      ) : (
        <>
          <label htmlFor={`${id}-name`}>{t('comments.name')}</label>
          <input
            id={`${id}-name`}
            autoComplete="name"
            maxLength={MAX.name}
            required
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </>
      )}
      <label htmlFor={`${id}-text`}>{label}</label>
      <textarea
        id={`${id}-text`}
        rows={3}
        maxLength={MAX.text}
        required
        value={text}
        aria-describedby={`${id}-trouble`}
        onChange={({ target }) => write(target.value)}
      />
      <p id={`${id}-trouble`} className="viewer-complaint" role="alert">
        {trouble && t(`comments.trouble.${trouble}`)}
      </p>
      <button
        type="submit"
        className="viewer-button is-primary"
        disabled={isBusy || text.trim() === '' || name.trim() === ''}
      >
        {t('comments.send')}
      </button>
    </form>
  );
}
