/** How wide a panel may be, in pixels. */
export type WidthLimits = { defaultWidth: number; minWidth: number; maxWidth: number };

/** The width inside of its limits, in whole pixels. */
export function clampWidth(width: number, { minWidth, maxWidth }: WidthLimits): number {
  return Math.round(Math.min(Math.max(width, minWidth), maxWidth));
}

/** The width that was chosen last, else the default. */
export function readWidth(name: string, limits: WidthLimits): number {
  const stored = Number(localStorage.getItem(keyOf(name)) ?? Number.NaN);
  return clampWidth(Number.isFinite(stored) ? stored : limits.defaultWidth, limits);
}

/** Remembers the width of a panel in this browser. */
export function storeWidth(name: string, width: number): void {
  localStorage.setItem(keyOf(name), String(width));
}

function keyOf(name: string): string {
  return `diorama.panel.${name}`;
}
