import type { Frame } from '../../scene/framing.ts';

/** Width of a card, in CSS pixels. */
export const CARD_WIDTH = 320;
/** Margin of the free area, and distance from the point to the card, in CSS pixels. */
const EDGE = 8;
const BESIDE = 24;
/** Width of the list on the left, where there is room for both. */
const LIST = 304;

/** Position of a card in the viewport, in CSS pixels from its edges. */
type CardPosition = { left: number; maxHeight: number } & ({ top: number } | { bottom: number });

/**
 * Places a card to the right or left of a point, or else above or below it.
 * It covers neither the point nor the list on the left. Without a point the card is at the top right.
 */
export function placeCard(
  point: { x: number; y: number } | null,
  { width, height, insets }: Frame,
): CardPosition {
  const free = {
    left: insets.left + EDGE,
    right: width - insets.right - EDGE,
    top: insets.top + EDGE,
    bottom: height - insets.bottom - EDGE,
  };
  const last = Math.max(free.left, free.right - CARD_WIDTH);
  const first = Math.min(free.left + LIST, last);
  if (!point) {
    return { left: last, top: free.top, maxHeight: free.bottom - free.top };
  }
  const toRight = point.x + BESIDE;
  const toLeft = point.x - BESIDE - CARD_WIDTH;
  const beside = toRight <= last ? Math.max(toRight, first) : toLeft >= first ? Math.min(toLeft, last) : null;
  const left = beside ?? clamp(point.x - CARD_WIDTH / 2, first, last);
  // Beside the point the card covers its height; otherwise it keeps clear of it.
  const reach = beside === null ? -BESIDE : BESIDE;
  if (point.y > (free.top + free.bottom) / 2) {
    const bottom = clamp(point.y + reach, free.top, free.bottom);
    return { left, bottom: height - bottom, maxHeight: bottom - free.top };
  }
  const top = clamp(point.y - reach, free.top, free.bottom);
  return { left, top, maxHeight: free.bottom - top };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
