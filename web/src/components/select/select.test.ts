import type { PointerEvent } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createStillListGuard } from './select.tsx';

let top = 100;
const stopPropagation = vi.fn();
const event = (more: object) =>
  ({
    ...{ pointerType: 'mouse', movementX: 0, movementY: 0, stopPropagation },
    ...more,
    currentTarget: { getBoundingClientRect: () => ({ top }) },
    // The guard reads only these properties.
  }) as unknown as PointerEvent<HTMLElement>;

beforeEach(() => {
  top = 100;
  stopPropagation.mockClear();
});

it('the select list ignores a press after it moved under a resting pointer, and accepts the next one', () => {
  const guard = createStillListGuard();
  guard.onPointerMoveCapture(event({ movementY: 2 }));
  top = 140;
  guard.onPointerMoveCapture(event({}));
  guard.onPointerUpCapture(event({}));
  expect(stopPropagation).toHaveBeenCalledTimes(1);
  guard.onPointerUpCapture(event({}));
  expect(stopPropagation).toHaveBeenCalledTimes(1);
});

it('the select list accepts a press after a pointer move, without a list move, and by touch', () => {
  const guard = createStillListGuard();
  guard.onPointerMoveCapture(event({ movementY: 2 }));
  guard.onPointerUpCapture(event({}));
  top = 140;
  guard.onPointerMoveCapture(event({ movementX: 1 }));
  guard.onPointerUpCapture(event({}));
  top = 200;
  guard.onPointerUpCapture(event({ pointerType: 'touch' }));
  guard.onPointerLeave();
  top = 240;
  guard.onPointerUpCapture(event({}));
  expect(stopPropagation).not.toHaveBeenCalled();
});
