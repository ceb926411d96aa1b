import { TURNS } from '@diorama/shared/scene/values.ts';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import primitives from '../../../components/primitives.module.css';
import { Select } from '../../../components/select/select.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useTour } from '../../hooks/use-tour.ts';
import fields from '../fields.module.css';
import { Row } from '../row.tsx';
import { type FieldProps, setValue } from './field-props.ts';
import classes from './tags-control.module.css';

/** Value for the whole tour; not a valid node id. */
const ALWAYS = '*';

/** Tags as chips; Enter or a comma adds one, and existing tags are suggested. */
export function TagsControl(props: FieldProps<'tags'>) {
  const { spec, label, values, isDisabled, onChange, onCommit } = props;
  const { t } = useEditorTranslations();
  const [text, setText] = useState('');
  const listId = useId();
  const lists = values.map(tagsOf);
  const [first = [], ...others] = lists;
  // Tags that all nodes share; individual tags are kept.
  const shown = first.filter((tag) => others.every((tags) => tags.includes(tag)));
  const used = new Set(useTour().flatMap(({ node }) => node.props.tags));
  const take = (typed: string) => {
    setText('');
    if (typed.trim() !== '') {
      onChange((before) => withTag(tagsOf(before), typed, spec));
      onCommit();
    }
  };
  return (
    <Row label={label} isVector>
      <div className="flex flex-wrap items-center gap-1">
        {shown.map((tag) => (
          <span key={tag} className={classes.tag}>
            <span className={primitives.ellipsis}>{tag}</span>
            <button
              type="button"
              className={classes.remove}
              aria-label={t('tags.remove', { tag })}
              disabled={isDisabled}
              onClick={() => {
                onChange((before) => tagsOf(before).filter((one) => one !== tag));
                onCommit();
              }}
            >
              <X size={12} aria-hidden="true" />
            </button>
          </span>
        ))}
        <span className={`${fields.number} ${classes.field}`}>
          <input
            className={fields.numberInput}
            aria-label={t('tags.add')}
            placeholder={t('tags.add')}
            autoComplete="off"
            list={listId}
            maxLength={spec.maxLength}
            value={text}
            disabled={isDisabled || lists.every((tags) => tags.length >= spec.max)}
            onChange={({ currentTarget: { value } }) => (value.endsWith(',') ? take(value) : setText(value))}
            onBlur={() => take(text)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                take(text);
              } else if (event.key === 'Escape') {
                setText('');
              } else if (
                event.key === 'Backspace' &&
                text === '' &&
                others.length === 0 &&
                first.length > 0
              ) {
                setValue(props, first.slice(0, -1));
              } else {
                return;
              }
              event.stopPropagation();
            }}
          />
          <datalist id={listId}>
            {[...used].map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </span>
      </div>
    </Row>
  );
}

function tagsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Annotation of the tour at which a node is shown; always, if it was deleted. */
export function StopControl(props: FieldProps<'stop'>) {
  const { label, values, isDisabled } = props;
  const { t } = useEditorTranslations();
  const stops = useTour();
  const shown = values.map((value) => (stops.some(({ id }) => id === value) ? String(value) : ALWAYS));
  const isShared = shown.every((one) => one === shown[0]);
  return (
    <Row label={label}>
      <Select
        label={label}
        size="small"
        value={isShared ? (shown[0] ?? ALWAYS) : ''}
        options={[
          { value: ALWAYS, label: t('field.shownAt.always') },
          ...stops.map(({ id, number, node }) => ({
            value: id,
            label: `${number} · ${node.name || t('node.annotation')}`,
          })),
        ]}
        isDisabled={isDisabled}
        onChange={(next) => setValue(props, next === ALWAYS ? null : next)}
      />
    </Row>
  );
}

/** Adds a typed tag, trimmed and without commas; returns the same list if it is full. */
export function withTag(
  tags: readonly string[],
  typed: string,
  { max, maxLength }: { max: number; maxLength: number },
): readonly string[] {
  const tag = typed
    .replace(TURNS, '')
    .replaceAll(',', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trim();
  const isThere = tags.some((one) => one.toLowerCase() === tag.toLowerCase());
  return tag === '' || isThere || tags.length >= max ? tags : [...tags, tag];
}
