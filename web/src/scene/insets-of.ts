import type { Insets } from './framing.ts';

export const INSET_SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** Returns how far the parts with `data-covers` cover a stage from the side that they name. */
export function insetsOf(stage: HTMLElement): Insets {
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
    for (const side of INSET_SIDES) {
      if (cover.dataset.covers === side) {
        insets[side] = Math.max(insets[side], Math.round(depths[side]));
      }
    }
  }
  return insets;
}

export function coversOf(stage: HTMLElement): NodeListOf<HTMLElement> {
  return stage.querySelectorAll<HTMLElement>('[data-covers]');
}
