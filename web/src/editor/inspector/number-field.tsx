import type { NumberRange } from '@diorama/shared/scene/nodes/define.ts';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classNames } from '../../components/class-names.ts';
import {
  type Quantity,
  quantityOf,
  readQuantity,
  showBound,
  showQuantity,
} from '../../scene/measure/quantity.ts';
import { type Draft, useDraft } from '../hooks/use-draft.ts';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useScene } from '../hooks/use-scene.ts';
import { roundMeasure } from '../kernels/round-measure.ts';
import { type Scrub, startScrub } from '../kernels/scrub.ts';
import { type NumberFault, validateNumber, withinRange } from '../kernels/validate-number.ts';
import { type FieldNote, NotedField, useFieldNote } from './field-note.tsx';
import classes from './fields.module.css';

type NumberFieldProps = {
  /** Label for screen readers. */
  label: string;
  /** Icon before the number; dragging it changes the number. */
  glyph?: string;
  axis?: 'x' | 'y' | 'z';
  /** Null when several nodes have different values. */
  value: number | null;
  spec: NumberRange;
  /** Nearest valid number; if absent, any number of the range is valid. */
  fit?: ((value: number) => number) | undefined;
  isDisabled?: boolean;
  /** Called for interim values, which are written at once within one step. */
  onChange: (value: number) => void;
  /** Called at the end of a change. */
  onCommit: () => void;
  /** Called after each arrow key step; if absent, `onCommit` is. */
  onStep?: () => void;
  /** Called when the change is reverted. */
  onCancel: () => void;
};

/**
 * Number field with a unit: accepts a value, a sum or another unit; scrubs by its icon; steps by arrow keys.
 */
export function NumberField(props: NumberFieldProps) {
  const {
    label,
    glyph,
    axis,
    value,
    spec,
    fit = (next) => next,
    isDisabled = false,
    onChange,
    onStep = props.onCommit,
  } = props;
  const { t } = useEditorTranslations();
  const note = useFieldNote();
  const quantity = quantityOf(
    spec.unit,
    useScene((scene) => scene.unit),
  );
  const draft = useNumberDraft({ ...props, fit }, quantity, note);
  const clamp = (next: number) => fit(withinRange(next, spec));
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (steps !== undefined && value !== null) {
      event.preventDefault();
      event.stopPropagation();
      onChange(clamp(roundMeasure(value + steps * (event.shiftKey ? 10 : 1) * spec.step)));
      onStep();
      draft.forget();
    } else {
      draft.props.onKeyDown(event);
    }
  };
  const scrub = useScrub({ ...props, clamp });

  return (
    <NotedField note={note}>
      <div className={classes.number}>
        {glyph !== undefined && (
          <span
            aria-hidden="true"
            className={classNames(classes.glyph, axis && classes[axis])}
            {...(isDisabled ? {} : scrub)}
          >
            {glyph}
          </span>
        )}
        <input
          aria-label={label}
          className={classes.numberInput}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          disabled={isDisabled}
          placeholder={value === null ? t('inspector.mixed') : undefined}
          {...note.props}
          {...draft.props}
          onKeyDown={handleKeyDown}
        />
        {quantity.suffix !== '' && axis === undefined && (
          <span className={classes.suffix}>{quantity.suffix}</span>
        )}
      </div>
    </NotedField>
  );
}

type NumberDraftProps = NumberFieldProps & { fit: (value: number) => number };

/** Typed text of a number; the note explains why it was rejected or adjusted. */
function useNumberDraft(
  { value, spec, fit, onChange, onCommit }: NumberDraftProps,
  quantity: Quantity,
  note: FieldNote,
): Draft {
  const { t, language } = useEditorTranslations();
  return useDraft({
    shown: value === null ? '' : showQuantity(value, quantity, { language }),
    isSelected: true,
    onCommit: (text) => {
      const { value: taken, fault } = validateNumber(readQuantity(text, quantity), spec, fit);
      if (taken !== null) {
        onChange(taken);
        onCommit();
      }
      if (fault !== null) {
        const bounds: Partial<Record<NumberFault, number | null>> = {
          few: spec.min,
          many: spec.max,
          unfit: taken,
        };
        const bound = showBound(bounds[fault] ?? 0, quantity, language);
        note.show(t(`field.number.${fault}`, { bound }));
      }
    },
  });
}

type ScrubProps = NumberFieldProps & { clamp: (value: number) => number };

/** Changes a number by horizontal drags on its icon. */
function useScrub({ value, spec, clamp, onChange, onCommit, onCancel }: ScrubProps) {
  const scrub = useRef<Scrub>(null);
  const unlock = useRef<() => void>(null);
  const finish = (how: 'end' | 'cancel') => {
    unlock.current?.();
    unlock.current = null;
    scrub.current?.[how]();
    scrub.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button === 0 && value !== null) {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const change = (next: number) => onChange(clamp(roundMeasure(next)));
        scrub.current = startScrub(
          { value, step: spec.step, change, commit: onCommit, cancel: onCancel },
          window,
        );
      }
    },
    onPointerMove: ({
      currentTarget,
      pointerType,
      movementX,
      shiftKey,
      altKey,
    }: PointerEvent<HTMLElement>) => {
      if (scrub.current && movementX !== 0 && pointerType === 'mouse') {
        unlock.current ??= lockPointer(currentTarget, () => finish('cancel'));
      }
      scrub.current?.move(movementX, { shift: shiftKey, alt: altKey });
    },
    onPointerUp: () => finish('end'),
    onPointerCancel: () => finish('cancel'),
  };
}

/**
 * Locks the pointer during a drag, so that the drag does not end at the screen edge. Without pointer lock the
 * drag continues normally.
 * @param onLost - called when the browser releases the lock, as it does for Escape
 * @returns function that releases the lock
 */
function lockPointer(element: Element, onLost: () => void): () => void {
  const { ownerDocument: page } = element;
  const listening = new AbortController();
  let isHeld = false;
  let isOver = false;
  const free = () => page.pointerLockElement === element && page.exitPointerLock();
  page.addEventListener(
    'pointerlockchange',
    () => {
      const wasHeld = isHeld;
      isHeld = page.pointerLockElement === element;
      if (isOver) {
        // The lock was granted after the drag had ended.
        free();
      } else if (wasHeld && !isHeld) {
        onLost();
      }
      if (!isHeld && wasHeld) {
        listening.abort();
      }
    },
    { signal: listening.signal },
  );
  Promise.resolve(element.requestPointerLock()).catch(() => listening.abort());
  return () => {
    isOver = true;
    free();
  };
}
