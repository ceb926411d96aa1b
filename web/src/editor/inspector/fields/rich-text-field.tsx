import { Bold, Italic, Link, List } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useDraft } from '../../hooks/use-draft.ts';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { markText, type TextMark } from '../../kernels/mark-text.ts';
import classes from '../fields.module.css';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import { type FieldProps, setValue } from './field-props.ts';

const MARKS = [
  { mark: 'bold', Icon: Bold },
  { mark: 'italic', Icon: Italic },
  { mark: 'list', Icon: List },
  { mark: 'link', Icon: Link },
] as const;
const KEYS: ReadonlyMap<string, TextMark> = new Map([
  ['b', 'bold'],
  ['i', 'italic'],
]);

/** Multiline text field with formatting buttons. */
export function RichTextField(props: FieldProps<'richText'>) {
  const { spec, label, values, isDisabled } = props;
  const { t } = useEditorTranslations();
  const { t: section } = useTranslations('scene-sections');
  const field = useRef<HTMLTextAreaElement>(null);
  const value = common(values);
  const draft = useDraft({
    shown: typeof value === 'string' ? value : '',
    onCommit: (text) => setValue(props, text),
    isLong: true,
  });
  const apply = (mark: TextMark) => {
    const area = field.current;
    if (area) {
      area.focus();
      write(area, mark);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const mark = event.ctrlKey || event.metaKey ? KEYS.get(event.key.toLowerCase()) : undefined;
    if (mark !== undefined) {
      event.preventDefault();
      apply(mark);
    }
    draft.props.onKeyDown(event);
  };
  return (
    <Row label={label} isVector>
      <div className="w-full min-w-0">
        <div className="flex gap-1 mb-1">
          {MARKS.map(({ mark, Icon }) => (
            <IconButton
              key={mark}
              size="small"
              label={section(`richText.${mark}`)}
              icon={<Icon size={14} aria-hidden="true" />}
              disabled={isDisabled}
              // Keeps the text selected.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => apply(mark)}
            />
          ))}
        </div>
        <textarea
          ref={field}
          className={classes.textArea}
          rows={5}
          aria-label={label}
          maxLength={spec.maxLength}
          disabled={isDisabled}
          placeholder={value === null ? t('inspector.mixed') : undefined}
          {...draft.props}
          onKeyDown={onKeyDown}
        />
      </div>
    </Row>
  );
}

/** Writes as if typed, within the length limit. */
function write(area: HTMLTextAreaElement, mark: TextMark): void {
  const { value, selectionStart, selectionEnd, maxLength } = area;
  const { text, from, to } = markText({ text: value, from: selectionStart, to: selectionEnd }, mark);
  if (text.length <= maxLength) {
    area.setRangeText(text, 0, value.length, 'preserve');
    area.dispatchEvent(new Event('input', { bubbles: true }));
    area.setSelectionRange(from, to);
  }
}
