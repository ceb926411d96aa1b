/** Limits of a panel's width, in pixels. */
export type WidthLimits = { defaultWidth: number; minWidth: number; maxWidth: number };

/** Clamps a width to its limits, in whole pixels. */
export function clampWidth(width: number, { minWidth, maxWidth }: WidthLimits): number {
  return Math.round(Math.min(Math.max(width, minWidth), maxWidth));
}

/** Returns the last chosen width, or the default. */
export function readWidth(name: string, limits: WidthLimits): number {
  const stored = Number(localStorage.getItem(keyOf(name)) ?? Number.NaN);
  return clampWidth(Number.isFinite(stored) ? stored : limits.defaultWidth, limits);
}

/** Stores the width of a panel in this browser. */
export function storeWidth(name: string, width: number): void {
  localStorage.setItem(keyOf(name), String(width));
}

function keyOf(name: string): string {
  return `diorama.panel.${name}`;
}
