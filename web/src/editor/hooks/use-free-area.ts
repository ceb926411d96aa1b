import { type RefObject, useLayoutEffect, useRef } from 'react';
import { coversOf, INSET_SIDES, insetsOf } from '../../scene/insets-of.ts';
import { useEditor } from './use-editor.tsx';

/**
 * Reports the covered sides of the stage to the camera, so that it frames objects in the free area. Bars and
 * panels declare their side with `data-covers`. CSS reads the insets as `--covered-left` and so on.
 * @returns ref of the stage element
 */
export function useFreeArea(): RefObject<HTMLDivElement | null> {
  const { camera } = useEditor();
  const stage = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) {
      return;
    }
    const measure = () => {
      const insets = insetsOf(element);
      camera.setInsets(insets);
      for (const side of INSET_SIDES) {
        element.style.setProperty(`--covered-${side}`, `${insets[side]}px`);
      }
    };
    const sizes = new ResizeObserver(measure);
    let covers: readonly HTMLElement[] = [];
    const follow = () => {
      const now = [...coversOf(element)];
      if (now.length === covers.length && now.every((cover, index) => cover === covers[index])) {
        return;
      }
      covers = now;
      sizes.disconnect();
      for (const followed of [element, ...covers]) {
        sizes.observe(followed);
      }
      measure();
    };
    follow();
    measure();
    // Lazily loaded panels appear later than the element that requested them.
    const parts = new MutationObserver(follow);
    parts.observe(element, { childList: true, subtree: true });
    return () => {
      sizes.disconnect();
      parts.disconnect();
    };
  });
  return stage;
}
