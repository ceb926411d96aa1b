import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { clampWidth, readWidth, storeWidth, type WidthLimits } from './panel-width.ts';
import classes from './resizable-panel.module.css';

/** Step of an arrow key press on the edge, in pixels. */
const KEY_STEP = 16;

export type ResizablePanelProps = WidthLimits & {
  /** Name of the panel and key of its stored width. */
  name: string;
  label: string;
  /** The edge that can be dragged. */
  edge: 'start' | 'end';
  children: ReactNode;
};

/** A panel whose width the user sets by pointer or arrow keys; the width, in pixels, is stored. */
export function ResizablePanelContent({ name, label, edge, children, ...limits }: ResizablePanelProps) {
  const [width, setWidth] = useState(() => readWidth(name, limits));
  const [drag, setDrag] = useState<{ x: number; width: number } | null>(null);
  const direction = edge === 'end' ? 1 : -1;

  const resizeAndStore = (next: number) => {
    const clamped = clampWidth(next, limits);
    setWidth(clamped);
    storeWidth(name, clamped);
  };
  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ x: event.clientX, width });
  };
  const handlePointerMove = (event: PointerEvent) => {
    if (drag !== null) {
      setWidth(clampWidth(drag.width + (event.clientX - drag.x) * direction, limits));
    }
  };
  const handlePointerUp = () => {
    setDrag(null);
    storeWidth(name, width);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: KEY_STEP, ArrowLeft: -KEY_STEP }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      resizeAndStore(width + step * direction);
    }
  };

  return (
    <div className="relative flex min-w-0 min-h-0 shrink-0 flex-col" style={{ width }}>
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that can be moved, which <hr> cannot be */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={label}
        aria-valuenow={width}
        aria-valuemin={limits.minWidth}
        aria-valuemax={limits.maxWidth}
        tabIndex={0}
        className={classes.handle}
        data-edge={edge}
        data-dragging={drag !== null || undefined}
        onPointerDown={handlePointerDown}
        onPointerMove={handlePointerMove}
        onPointerUp={handlePointerUp}
        onPointerCancel={handlePointerUp}
        onDoubleClick={() => resizeAndStore(limits.defaultWidth)}
        onKeyDown={handleKeyDown}
      />
    </div>
  );
}
