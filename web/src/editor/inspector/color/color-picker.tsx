import { Pipette } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { Select } from '../../../components/select/select.tsx';
import { useStoredPreference } from '../../../hooks/use-stored-preference.ts';
import { performAction } from '../../actions/action.ts';
import { historyActions } from '../../actions/edit-actions.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { COLOR_FORMATS, type Hsv, hexOfHsv, hsvOf, showColor } from '../../kernels/color.ts';
import { sceneColors } from '../../queries/scene-colors.ts';
import { NotedField } from '../field-note.tsx';
import { useColorDraft } from '../use-color-draft.ts';
import classes from './color-picker.module.css';
import { recentColors, rememberColor } from './recent-colors.ts';

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Change per arrow key press, and with Shift, from 0 to 1. */
const STEP = 0.01;
const LARGE_STEP = 0.1;

const SCENE_COLORS = 18;
const FORMATS = COLOR_FORMATS.map((value) => ({ value, label: value.toUpperCase() }));

/** Picks a colour: on a plane, as hex, RGB or HSL text, from the scene's colours, or from the view. */
export function ColorPicker({
  value,
  onChange,
  onCommit,
  onCancel,
  onTakeFromScene,
}: {
  /** `#rrggbb`; null when several nodes have different colours. */
  value: string | null;
  onChange: (value: string) => void;
  onCommit: () => void;
  onCancel: () => void;
  /** Called when the user wants to pick the colour of an object in the view. */
  onTakeFromScene: () => void;
}) {
  const translations = useEditorTranslations();
  const { t } = translations;
  const editor = useEditor();
  const [format, setFormat] = useStoredPreference('color.format', COLOR_FORMATS);
  const [recent] = useState(() => recentColors());
  const [swatches] = useState(() => sceneColors(editor.scene.document.value, SCENE_COLORS));
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const hex = value?.toLowerCase() ?? '#808080';
  const { shown, show } = useHsv(hex);
  const change = (next: Hsv) => {
    show(next);
    onChange(hexOfHsv(next));
  };
  const take = (color: string) => {
    onChange(color);
    onCommit();
    rememberColor(color);
  };
  const commit = () => {
    onCommit();
    rememberColor(hexOfHsv(shown));
  };
  const { note, props } = useColorDraft({
    shown: value === null ? '' : showColor(hex, format),
    onCommit: take,
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focused control inside receives the keys of the history
    <div
      className="flex w-[15rem] flex-col gap-3 pointer-coarse:w-[17rem]"
      onKeyDown={(event) => {
        performAction(historyActions, event.nativeEvent, { editor, translations });
      }}
    >
      <ColorPlane value={shown} onChange={change} onCommit={commit} onCancel={onCancel} />
      <HueSlider value={shown} onChange={change} onCommit={commit} />
      <div className="grid items-center gap-1 grid-cols-[4.5rem_minmax(0,1fr)_auto]">
        <Select
          label={t('color.format')}
          size="small"
          value={format}
          options={FORMATS}
          onChange={setFormat}
        />
        <NotedField note={note}>
          <input
            aria-label={t('color.value')}
            className={classes.text}
            spellCheck={false}
            autoComplete="off"
            placeholder={t('inspector.mixed')}
            {...note.props}
            {...props}
          />
        </NotedField>
        <IconButton
          size="small"
          label={t('color.take')}
          icon={<Pipette size={16} aria-hidden="true" />}
          disabled={isReadOnly}
          onClick={onTakeFromScene}
        />
      </div>
      <Swatches label={t('color.scene')} colors={swatches} chosen={value} onSelect={take} />
      <Swatches label={t('color.recent')} colors={recent} chosen={value} onSelect={take} />
    </div>
  );
}

function Swatches({
  label,
  colors,
  chosen,
  onSelect,
}: {
  label: string;
  colors: readonly string[];
  chosen: string | null;
  onSelect: (color: string) => void;
}) {
  if (colors.length === 0) {
    return null;
  }
  return (
    <div>
      <p className="mx-0 mt-0 mb-1 text-(--text-2) text-12">{label}</p>
      <ul className={classes.swatches} aria-label={label}>
        {colors.map((color) => (
          <li key={color}>
            <button
              type="button"
              aria-label={color}
              aria-pressed={color === chosen?.toLowerCase()}
              title={color}
              className={classes.swatch}
              style={{ background: color }}
              onClick={() => onSelect(color)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** HSV of the plane. Grey has no hue and black no saturation, so the last chosen ones are kept. */
function useHsv(hex: string): { shown: Hsv; show: (next: Hsv) => void } {
  const [kept, show] = useState<Hsv>(() => hsvOf(hex));
  // During a drag the written value returns with a delay and must not move the knob.
  const [written, setWritten] = useState(hex);
  if (hex !== written) {
    setWritten(hex);
    if (hexOfHsv(kept) !== hex) {
      const next = hsvOf(hex);
      show({ ...next, hue: next.saturation === 0 ? kept.hue : next.hue });
    }
  }
  return { shown: kept, show };
}

type Change = { value: Hsv; onChange: (value: Hsv) => void; onCommit: () => void; onCancel: () => void };

/** Plane of saturation and value; dragged, or moved by arrow keys. */
function ColorPlane({ value, onChange, onCommit, onCancel }: Change) {
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
function HueSlider({ value, onChange, onCommit }: Omit<Change, 'onCancel'>) {
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
