import { useEffect, useRef } from 'react';
import { ContextMenu } from '../../components/menu/context-menu.tsx';
import type { MenuItem } from '../../components/menu/menu-items.ts';
import { useActionMenu } from '../actions/use-action-menu.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import { pickNode } from '../queries/pick.ts';
import { DRAG_DISTANCE } from '../tools/pointer.ts';

const RIGHT_BUTTON = 2;
const OF_SELECTION = [
  'focus',
  'duplicate',
  'copy',
  'cut',
  'paste',
  'group',
  'ungroup',
  'makeComponent',
  'editComponent',
  'detachInstance',
  'rename',
  'hide',
  'lock',
  'isolate',
  'hideAtStop',
  'showAtStop',
  'toGround',
  'delete',
];
const OF_NOTHING = ['paste', 'selectAll', 'focus', 'openingView', 'grid', 'snap'];

/**
 * Context menu of the viewport, which selects the clicked node. The right button also orbits the view, and
 * some browsers send `contextmenu` on press. The menu therefore opens when the button is released in place.
 */
export function ViewportMenu({ host }: { host: HTMLElement | null }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const anchor = useRef<HTMLSpanElement>(null);
  const hasSelection = useSignalValue(editor.selection.ids).length > 0;
  const items: readonly MenuItem[] = useActionMenu(hasSelection ? OF_SELECTION : OF_NOTHING);
  useEffect(() => {
    if (!host) {
      return;
    }
    const abort = new AbortController();
    const options = { signal: abort.signal, capture: true };
    let pressed: ScreenPoint | null = null;
    host.addEventListener(
      'pointerdown',
      ({ button, clientX: x, clientY: y }) => {
        pressed = button === RIGHT_BUTTON ? { x, y } : null;
      },
      options,
    );
    // A key press during the hold starts a flight.
    window.addEventListener(
      'keydown',
      () => {
        pressed = null;
      },
      options,
    );
    // On the window, as the camera rig may capture the pointer.
    window.addEventListener(
      'pointerup',
      ({ button, clientX, clientY }) => {
        const start = pressed;
        pressed = null;
        if (
          button !== RIGHT_BUTTON ||
          !start ||
          Math.hypot(clientX - start.x, clientY - start.y) > DRAG_DISTANCE
        ) {
          return;
        }
        const { left, top } = host.getBoundingClientRect();
        const hit = pickNode(editor, { x: clientX - left, y: clientY - top });
        if (!hit) {
          editor.selection.clear();
        } else if (!editor.selection.has(hit.id)) {
          editor.selection.set([hit.id]);
        }
        anchor.current?.dispatchEvent(
          new MouseEvent('contextmenu', { clientX, clientY, bubbles: true, cancelable: true }),
        );
      },
      options,
    );
    return () => abort.abort();
  }, [editor, host]);
  return (
    <ContextMenu label={t('viewport.menu')} items={items}>
      <span ref={anchor} aria-hidden="true" />
    </ContextMenu>
  );
}
