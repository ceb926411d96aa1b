import { removeRows } from '@diorama/shared/scene/scene-ops.ts';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useLiveEdit } from '../../hooks/use-live-edit.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { keyTime, TIME_STEP, writeKey } from './model/timelines.ts';
import classes from './timeline.module.css';

/** Movement from which a press is a drag, in pixels. */
const STILL = 3;

type KeyDotProps = {
  keyOfDot: { id: string; time: number };
  /** Length of the timeline, in seconds. */
  duration: number;
  label: string;
  isSelected: boolean;
  /** Whether the dot is reached by the Tab key; dots of tracks repeat those of the keys. */
  isMain?: boolean;
  onSelect: (key: { id: string; time: number }) => void;
};

/** A key in a lane. A click selects it, a drag or arrow keys move it, Delete removes it. */
export function KeyDot({
  keyOfDot: key,
  duration,
  label,
  isSelected,
  isMain = false,
  onSelect,
}: KeyDotProps) {
  const editor = useEditor();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const live = useLiveEdit(editor);
  const press = useRef<{ x: number; isDrag: boolean } | null>(null);
  const move = (time: number) => {
    live.change(() => writeKey(editor, key.id, { time }));
    onSelect({ id: key.id, time });
  };
  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    press.current = { x: event.clientX, isDrag: false };
  };
  const handlePointerMove = (event: PointerEvent<HTMLElement>) => {
    const lane = event.currentTarget.parentElement?.getBoundingClientRect();
    const { current } = press;
    if (!current || !lane || isReadOnly) {
      return;
    }
    current.isDrag ||= Math.abs(event.clientX - current.x) > STILL;
    if (current.isDrag) {
      move(keyTime(((event.clientX - lane.left) / lane.width) * duration, duration));
    }
  };
  const handlePointerEnd = (event: PointerEvent) => {
    press.current = null;
    if (event.type === 'pointercancel') {
      live.cancel();
    } else {
      live.commit();
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
    if ((step === undefined && !isRemoval) || isReadOnly) {
      return;
    }
    // The keys belong to the dot, and to nothing in the scene.
    event.stopPropagation();
    event.preventDefault();
    if (step === undefined) {
      editor.edit(() => removeRows(editor.ydoc, 'keys', [key.id]));
      return;
    }
    move(keyTime(key.time + step * TIME_STEP * (event.shiftKey ? 10 : 1), duration));
    live.commit();
  };
  return (
    <button
      type="button"
      className={classes.dot}
      style={{ left: `${Math.min(1, key.time / duration) * 100}%` }}
      data-beyond={key.time > duration || undefined}
      aria-label={label}
      aria-pressed={isSelected}
      tabIndex={isMain ? 0 : -1}
      onClick={() => onSelect(key)}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerEnd}
      onPointerCancel={handlePointerEnd}
      onKeyDown={handleKeyDown}
    />
  );
}
