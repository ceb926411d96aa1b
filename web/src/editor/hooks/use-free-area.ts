import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Insets } from '../../scene/framing.ts';
import { useEditor } from './use-editor.tsx';

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

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
      for (const side of SIDES) {
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

function insetsOf(stage: HTMLElement): Insets {
  const whole = stage.getBoundingClientRect();
  const insets = { top: 0, right: 0, bottom: 0, left: 0 };
  for (const cover of coversOf(stage)) {
    const rect = cover.getBoundingClientRect();
    const depths = {
      top: rect.bottom - whole.top,
      right: whole.right - rect.left,
      bottom: whole.bottom - rect.top,
      left: rect.right - whole.left,
    };
    for (const side of SIDES) {
      if (cover.dataset.covers === side) {
        insets[side] = Math.max(insets[side], Math.round(depths[side]));
      }
    }
  }
  return insets;
}

function coversOf(stage: HTMLElement): NodeListOf<HTMLElement> {
  return stage.querySelectorAll<HTMLElement>('[data-covers]');
}
