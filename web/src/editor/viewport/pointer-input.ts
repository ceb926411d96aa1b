import { listenToCameraKeys } from '../../scene/camera-keys.ts';
import type { CameraRig } from '../../scene/camera-rig.ts';
import { LongPress } from '../../scene/measure/long-press.ts';
import { dragsOf, type HeldKey } from '../kernels/gestures.ts';
import type { Permission, Selecting } from '../parts.ts';
import type { PointerInfo } from '../tools/pointer.ts';
import type { ToolHost } from '../tools/tool-root.ts';

const MAIN_BUTTON = 0;
const MIDDLE_BUTTON = 1;

/** Forwards the viewport's pointer events to camera and tools. @returns function that stops */
export function listenToPointer(
  host: HTMLElement,
  editor: Permission & Selecting & ToolHost,
  rig: CameraRig,
): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  const options = { signal, capture: true };
  let pressed: number | null = null;
  const isSpaceHeld = listenToSpace(host, signal);

  const hold = new LongPress();
  const losePointer = () => {
    hold.end();
    editor.tools.losePointer();
    pressed = null;
  };

  const handleDown = (event: PointerEvent) => {
    if (pressed !== null) {
      // Two fingers move the view.
      losePointer();
      return;
    }
    const info = infoOf(host, event);
    const isAltFree = info.alt && !(event.button === MAIN_BUTTON && editor.tools.takesAlt(info));
    const held: HeldKey | null = isSpaceHeld() ? 'space' : isAltFree ? 'alt' : null;
    const drags = dragsOf(held);
    // A touch moves the view, unless it hit a handle or a hold here belongs to the tool.
    const isTouchFree = info.kind === 'touch' && !editor.tools.takesTouch(info);
    rig.setDrags({ ...drags, touch: isTouchFree ? 'orbit' : null });
    if (event.button !== MAIN_BUTTON || drags.main !== null) {
      return;
    }
    pressed = event.pointerId;
    host.setPointerCapture(event.pointerId);
    editor.tools.pointerDown(info);
    if (isTouchFree && editor.tools.takesHold(info)) {
      hold.begin(info, () => {
        rig.setDrags({ ...drags, touch: null });
        editor.tools.pointerHold(info);
      });
    }
  };
  const handleMove = (event: PointerEvent) => {
    hold.move(infoOf(host, event));
    const isDraggingView = event.buttons !== 0 && pressed === null;
    if (!isDraggingView && (pressed === null || pressed === event.pointerId)) {
      editor.tools.pointerMove(infoOf(host, event));
    }
  };
  const handleUp = (event: PointerEvent) => {
    if (event.pointerId === pressed) {
      pressed = null;
      hold.end();
      editor.tools.pointerUp(infoOf(host, event));
    }
  };

  host.addEventListener('pointerdown', handleDown, options);
  host.addEventListener('pointermove', handleMove, options);
  host.addEventListener('pointerup', handleUp, options);
  host.addEventListener('pointercancel', losePointer, options);
  host.addEventListener('pointerleave', () => pressed === null && editor.tools.pointerLeave(), options);
  listenToModifiers(editor, signal);
  host.addEventListener('dblclick', (event) => editor.tools.doubleClick(infoOf(host, event)), options);
  preventButtonDefaults(host, signal);
  // With edit permission, arrow keys nudge the selection instead.
  const isFree = () => editor.selection.ids.value.length === 0 || editor.isReadOnly.value;
  listenToCameraKeys(rig, host, signal, isFree);
  signal.addEventListener('abort', () => hold.end());
  return () => abort.abort();
}

function infoOf(host: HTMLElement, event: MouseEvent & { pointerType?: string }): PointerInfo {
  const { left, top } = host.getBoundingClientRect();
  return {
    x: event.clientX - left,
    y: event.clientY - top,
    kind: event.pointerType === 'touch' ? 'touch' : 'mouse',
    shift: event.shiftKey,
    mod: event.ctrlKey || event.metaKey,
    alt: event.altKey,
  };
}

/** Prevents the browser's context menu, and the autoscroll or paste of the middle button. */
function preventButtonDefaults(host: HTMLElement, signal: AbortSignal): void {
  const options = { signal, capture: true };
  host.addEventListener('contextmenu', (event) => event.preventDefault(), options);
  host.addEventListener(
    'mousedown',
    (event) => event.button === MIDDLE_BUTTON && event.preventDefault(),
    options,
  );
}

/** Applies Shift, Alt and Ctrl to a drag at once, not at the next pointer move. */
function listenToModifiers(editor: ToolHost, signal: AbortSignal): void {
  const updateModifiers = ({ shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
    editor.tools.setModifiers({ shift: shiftKey, mod: ctrlKey || metaKey, alt: altKey });
  window.addEventListener('keydown', updateModifiers, { signal });
  window.addEventListener('keyup', updateModifiers, { signal });
}

/**
 * Tracks Space and shows the pan cursor. A clicked button keeps the focus; once the pointer is over the scene
 * again, Space is not meant for it.
 */
function listenToSpace(host: HTMLElement, signal: AbortSignal): () => boolean {
  let isHeld = false;
  let clicked: Element | null = null;
  const set = (next: boolean) => {
    isHeld = next;
    host.toggleAttribute('data-panning', next);
  };
  const isForScene = (target: HTMLElement | null) => {
    const isTyping = target?.closest('input, textarea') ?? null;
    const control = target?.closest('button, [role]') ?? null;
    return isTyping === null && (control === null || (control === clicked && host.matches(':hover')));
  };
  const onKey = (isDown: boolean) => (event: KeyboardEvent) => {
    if (event.code !== 'Space') {
      // Keyboard users press focused buttons with Space.
      clicked = event.code === 'Tab' ? null : clicked;
      return;
    }
    const target = event.target instanceof HTMLElement && event.target !== host ? event.target : null;
    const isOurs = isDown ? isForScene(target) : isHeld;
    if (isOurs && target) {
      // Also on keyup, which triggers buttons.
      event.preventDefault();
    }
    if ((isOurs || !isDown) && isHeld !== isDown) {
      set(isDown);
    }
  };
  window.addEventListener(
    'pointerdown',
    ({ target }) => {
      clicked = target instanceof Element ? target.closest('button, [role]') : null;
    },
    { signal, capture: true },
  );
  window.addEventListener('keydown', onKey(true), { signal, capture: true });
  window.addEventListener('keyup', onKey(false), { signal, capture: true });
  // A release in another window sends no event.
  window.addEventListener('blur', () => set(false), { signal });
  return () => isHeld;
}
