import { Suspense, useState } from 'react';
import { LazyBoundary } from '../../../components/feedback/lazy-boundary.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { Popover } from '../../../components/popover/popover.tsx';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useShelfSide } from '../../hooks/use-media.ts';
import { takesColor } from '../../tools/takes-color.ts';
import { NotedField } from '../field-note.tsx';
import classes from '../fields.module.css';
import { Row } from '../row.tsx';
import { useColorDraft } from '../use-color-draft.ts';
import { common } from '../use-patch.ts';
import type { FieldProps } from './field-props.ts';

const ColorPicker = lazyComponent(async () => (await import('../color/color-picker.tsx')).ColorPicker, {
  isAhead: true,
});

/** Width of the labels that the picker leaves uncovered, in CSS pixels. */
const BESIDE_PANEL = 112;

export function ColorControl({
  label,
  values,
  isDisabled,
  onChange,
  onCommit,
  onCancel,
}: FieldProps<'color'>) {
  const value = common(values);
  return (
    <Row label={label}>
      <ColorField
        label={label}
        value={typeof value === 'string' ? value : null}
        isDisabled={isDisabled}
        onChange={(next) => onChange(() => next)}
        onCommit={onCommit}
        onCancel={onCancel}
      />
    </Row>
  );
}

/** Colour field: a hex value, and a picker that opens from its swatch. */
function ColorField({
  label,
  value,
  isDisabled = false,
  onChange,
  onCommit,
  onCancel,
}: {
  label: string;
  /** `#rrggbb`; null when several nodes have different colours. */
  value: string | null;
  isDisabled?: boolean;
  onChange: (value: string) => void;
  onCommit: () => void;
  onCancel: () => void;
}) {
  const { tools } = useEditor();
  const { t } = useEditorTranslations();
  const side = useShelfSide();
  const [isOpen, setIsOpen] = useState(false);
  const take = (color: string) => {
    onChange(color);
    onCommit();
  };
  const { note, props } = useColorDraft({ shown: value ?? '', onCommit: take });
  const takeFromScene = () => {
    setIsOpen(false);
    tools.fetch('dropper').then((dropper) => takesColor(dropper) && dropper.takeColor(take), reportError);
  };
  return (
    <NotedField note={note}>
      <div className={classes.color}>
        <Popover
          label={t('color.of', { field: label })}
          side={side}
          {...(side === 'left' && { offset: BESIDE_PANEL })}
          isOpen={isOpen}
          // Escape also reverts a running drag.
          onEscape={onCancel}
          onOpenChange={(next) => {
            setIsOpen(next);
            if (!next) {
              onCommit();
            }
          }}
          trigger={
            <button
              type="button"
              aria-label={label}
              className={classes.swatch}
              disabled={isDisabled}
              data-mixed={value === null || undefined}
              style={value === null ? undefined : { background: value }}
            />
          }
        >
          <LazyBoundary place="panel">
            <Suspense fallback={<div className={classes.pickerRoom} />}>
              <ColorPicker
                value={value}
                onChange={onChange}
                onCommit={onCommit}
                onCancel={onCancel}
                onTakeFromScene={takeFromScene}
              />
            </Suspense>
          </LazyBoundary>
        </Popover>
        <input
          aria-label={`${label} #`}
          className={classes.numberInput}
          spellCheck={false}
          autoComplete="off"
          disabled={isDisabled}
          placeholder={value === null ? t('inspector.mixed') : undefined}
          {...note.props}
          {...props}
        />
      </div>
    </NotedField>
  );
}
