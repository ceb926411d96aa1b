import type { Editor } from '../editor.ts';
import type { PointerInfo } from '../tools/pointer.ts';
import { handleAt } from '../tools/select/idle.ts';
import type { Stage } from './stage.ts';

/** Turns the browser's pointer events on the viewport into those of the tools; returns the undoing. */
export function listenToPointer(host: HTMLElement, editor: Editor, stage: Stage): () => void {
  const abort = new AbortController();
  const options = { signal: abort.signal, capture: true };
  let pressed: number | null = null;
  let isSpaceHeld = false;

  const infoOf = (event: MouseEvent & { pointerType?: string }): PointerInfo => {
    const { left, top } = host.getBoundingClientRect();
    return {
      x: event.clientX - left,
      y: event.clientY - top,
      kind: event.pointerType === 'touch' ? 'touch' : 'mouse',
      shift: event.shiftKey,
      mod: event.ctrlKey || event.metaKey,
      alt: event.altKey,
    };
  };
  const release = () => {
    pressed = null;
    stage.controls.enabled = true;
  };

  host.addEventListener(
    'pointerdown',
    (event) => {
      if (pressed !== null) {
        // A second finger: two of them move the view.
        editor.tools.interrupt();
        release();
        return;
      }
      if (event.button !== 0 || isSpaceHeld) {
        return;
      }
      const info = infoOf(event);
      pressed = event.pointerId;
      // On touch the view follows the finger, unless it took a handle.
      stage.controls.enabled = info.kind === 'touch' && handleAt(editor.tools.current, info) === null;
      host.setPointerCapture(event.pointerId);
      editor.tools.pointerDown(info);
    },
    options,
  );
  host.addEventListener(
    'pointermove',
    (event) => {
      const isDraggingView = event.buttons !== 0 && pressed === null;
      if (!isDraggingView && (pressed === null || pressed === event.pointerId)) {
        editor.tools.pointerMove(infoOf(event));
      }
    },
    options,
  );
  host.addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerId === pressed) {
        editor.tools.pointerUp(infoOf(event));
        release();
      }
    },
    options,
  );
  host.addEventListener(
    'pointercancel',
    () => {
      editor.tools.interrupt();
      release();
    },
    options,
  );
  host.addEventListener('pointerleave', () => pressed === null && editor.hover.set(null), options);
  host.addEventListener('dblclick', (event) => editor.tools.doubleClick(infoOf(event)), options);
  host.addEventListener('contextmenu', (event) => event.preventDefault(), options);

  const holdSpace = (isHeld: boolean) => (event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest('input, textarea, button, [role]');
    if (event.code === 'Space' && (!isTyping || !isHeld) && isSpaceHeld !== isHeld) {
      isSpaceHeld = isHeld;
      stage.setPanning(isHeld);
      host.toggleAttribute('data-panning', isHeld);
    }
  };
  window.addEventListener('keydown', holdSpace(true), options);
  window.addEventListener('keyup', holdSpace(false), options);
  return () => abort.abort();
}
