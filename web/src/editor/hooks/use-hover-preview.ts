import { type DOMAttributes, useEffect, useRef } from 'react';
import type { ScenePreview } from '../kernels/scene-preview.ts';
import type { Feedback, Permission } from '../parts.ts';
import { useEditor } from './use-editor.tsx';

/** Delay before a hovered choice is previewed, in milliseconds. */
const REST_MS = 90;

/** Previews choices in the scene while the user hovers over them; never an edit. */
type HoverPreview = {
  /**
   * Starts a preview after a short delay, replacing the last; null for a choice without preview. `choice` is
   * its page element.
   */
  begin: (preview: ScenePreview | null, choice?: Choice) => void;
  /** Ends the preview of a choice that was removed from the page: no pointer event reports that. */
  endIfGone: () => void;
  /** Ends the preview. */
  end: () => void;
};

type Choice = Pick<Element, 'isConnected'>;

/** Hook for one list of choices; ends the preview of a choice that is no longer rendered. */
export function useHoverPreview(): HoverPreview {
  const editor = useEditor();
  const hoverPreview = useRef<HoverPreview>(null);
  hoverPreview.current ??= createHoverPreview(editor);
  useEffect(() => () => hoverPreview.current?.end(), []);
  useEffect(() => hoverPreview.current?.endIfGone());
  return hoverPreview.current;
}

/** Creates previews over an editor; ends only previews that it started. */
export function createHoverPreview({ preview, isReadOnly }: Feedback & Permission): HoverPreview {
  let shown: ScenePreview | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let choice: Choice | undefined;
  const end = () => {
    clearTimeout(timer);
    if (shown !== null && preview.value === shown) {
      preview.value = null;
    }
    shown = null;
    choice = undefined;
  };
  return {
    begin: (next, of) => {
      clearTimeout(timer);
      choice = of;
      timer = setTimeout(() => {
        const before = shown;
        shown = isReadOnly.value ? null : next;
        if (shown !== null || (before !== null && preview.value === before)) {
          preview.value = shown;
        }
      }, REST_MS);
    },
    end,
    endIfGone: () => {
      if (choice?.isConnected === false) {
        end();
      }
    },
  };
}

/**
 * Handlers that preview a choice on hover by mouse or pen, and on keyboard focus. A touch selects the choice
 * directly.
 */
export function hoverPreviewProps(
  hoverPreview: HoverPreview,
  preview: () => ScenePreview | null,
): DOMAttributes<HTMLElement> {
  return {
    onPointerEnter: ({ pointerType, currentTarget }) =>
      pointerType !== 'touch' && hoverPreview.begin(preview(), currentTarget),
    onPointerLeave: hoverPreview.end,
    // Also applies to choices with more elements than a button.
    onFocus: ({ target, currentTarget }) =>
      target.matches(':focus-visible') && hoverPreview.begin(preview(), currentTarget),
    onBlur: hoverPreview.end,
    // A dragged item previews at its drop target instead.
    onDragStartCapture: hoverPreview.end,
    onKeyDown: (event) => event.key === 'Escape' && hoverPreview.end(),
  };
}
