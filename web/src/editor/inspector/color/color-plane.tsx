import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { type Hsv, hexOfHsv } from '../../kernels/color.ts';
import classes from './color-picker.module.css';

type Change = { value: Hsv; onChange: (value: Hsv) => void; onCommit: () => void; onCancel: () => void };

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
/** Change per arrow key press, and with Shift, from 0 to 1. */
const STEP = 0.01;
const LARGE_STEP = 0.1;

/** Plane of saturation and value; dragged, or moved by arrow keys. */
export function ColorPlane({ value, onChange, onCommit, onCancel }: Change) {
  const { t } = useEditorTranslations();
  const isDragging = useRef(false);
  const move = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const saturation = share((event.clientX - left) / width);
    onChange({ ...value, saturation, value: 1 - share((event.clientY - top) / height) });
  };
  const end = () => {
    if (isDragging.current) {
      isDragging.current = false;
      onCommit();
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const [x, y] = ARROWS[event.key] ?? [0, 0];
    if (x !== 0 || y !== 0) {
      event.preventDefault();
      event.stopPropagation();
      const step = event.shiftKey ? LARGE_STEP : STEP;
      onChange({
        ...value,
        saturation: share(value.saturation + x * step),
        value: share(value.value + y * step),
      });
    }
  };
  const [saturation, brightness] = [percent(value.saturation), percent(value.value)];
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('color.plane')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={saturation}
      aria-valuetext={t('color.planeAt', { saturation: `${saturation} %`, brightness: `${brightness} %` })}
      className={classes.plane}
      style={{ background: hexOfHsv({ hue: value.hue, saturation: 1, value: 1 }) }}
      onPointerDown={(event) => {
        if (event.button === 0) {
          event.currentTarget.setPointerCapture(event.pointerId);
          isDragging.current = true;
          move(event);
        }
      }}
      onPointerMove={(event) => isDragging.current && move(event)}
      onPointerUp={end}
      onPointerCancel={() => {
        if (isDragging.current) {
          isDragging.current = false;
          onCancel();
        }
      }}
      onKeyDown={handleKeyDown}
      onKeyUp={(event) => event.key in ARROWS && onCommit()}
    >
      <span
        aria-hidden="true"
        className={classes.knob}
        style={{ left: `${saturation}%`, top: `${100 - brightness}%`, background: hexOfHsv(value) }}
      />
    </div>
  );
}

/** Slider for the hue. */
export function HueSlider({ value, onChange, onCommit }: Omit<Change, 'onCancel'>) {
  const { t } = useEditorTranslations();
  return (
    <input
      type="range"
      aria-label={t('color.hue')}
      className={classes.hue}
      min={0}
      max={359}
      step={1}
      value={Math.round(value.hue)}
      onChange={(event) => onChange({ ...value, hue: event.currentTarget.valueAsNumber })}
      onPointerUp={onCommit}
      onKeyDown={(event) => event.key.startsWith('Arrow') && event.stopPropagation()}
      onKeyUp={onCommit}
    />
  );
}

function share(amount: number): number {
  return Math.min(Math.max(amount, 0), 1);
}

function percent(amount: number): number {
  return Math.round(amount * 100);
}
