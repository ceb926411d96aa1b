import { Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from '../error-boundary.tsx';
import { lazyComponent } from '../lazy-component.ts';

const LazyTooltip = lazyComponent(async () => (await import('./tooltip.tsx')).Tooltip);

/** Delay before the first tooltip; the next one follows at once if it comes within `NEXT_MS`. */
const DELAY_MS = 400;
const NEXT_MS = 300;

/** Attributes that give an element a tooltip. It never contains essential information. */
export function tooltip(
  text: string,
  { shortcut, side }: { shortcut?: string | undefined; side?: 'top' | 'right' | 'bottom' | 'left' } = {},
) {
  return { 'data-tooltip': text, 'data-tooltip-shortcut': shortcut, 'data-tooltip-side': side };
}

/** The one tooltip of the page: that of the element under the pointer, or of the one focused by keyboard. */
export function TooltipLayer() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => followTooltips(setTarget), []);
  return (
    target && (
      // Without its code, as after a new release, there is no tooltip and the page goes on.
      <ErrorBoundary fallback={null} resetKey={target.dataset.tooltip}>
        <Suspense fallback={null}>
          <LazyTooltip target={target} />
        </Suspense>
      </ErrorBoundary>
    )
  );
}

/** Calls `show` with each element whose tooltip is to be shown, and with null, until the returned function is called. */
function followTooltips(show: (target: HTMLElement | null) => void): () => void {
  const events = new AbortController();
  let shown: HTMLElement | null = null;
  let hiddenAt = Number.NEGATIVE_INFINITY;
  let timer: number | undefined;
  const hide = () => {
    window.clearTimeout(timer);
    if (shown !== null) {
      shown = null;
      hiddenAt = performance.now();
      show(null);
    }
  };
  const showAfter = (target: HTMLElement | null, delay: number) => {
    if (target === shown) {
      return;
    }
    hide();
    // An open menu shows what its button is for.
    if (target === null || target.ariaExpanded === 'true') {
      return;
    }
    timer = window.setTimeout(() => {
      shown = target;
      show(target);
    }, delay);
  };
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    listen: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listen, { capture: true, signal: events.signal });
  on('pointerover', ({ target, pointerType, buttons }) => {
    if (pointerType === 'mouse' && buttons === 0) {
      showAfter(ownerOf(target), performance.now() - hiddenAt < NEXT_MS ? 0 : DELAY_MS);
    }
  });
  on('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) {
      showAfter(ownerOf(target), 0);
    }
  });
  for (const name of ['pointerdown', 'focusout', 'keydown', 'scroll', 'dragstart'] as const) {
    on(name, hide);
  }
  return () => {
    events.abort();
    hide();
  };
}

function ownerOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
}
