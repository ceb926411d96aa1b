/** Theme colours of the viewport's gizmos and overlays. */
export type ViewportColors = {
  x: string;
  y: string;
  z: string;
  neutral: string;
  hover: string;
  selection: string;
  guide: string;
  grid: string;
};

/** Reads the viewport's colours from an element's theme. */
export function readColors(element: HTMLElement): ViewportColors {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    x: token('--axis-x'),
    y: token('--axis-y'),
    z: token('--axis-z'),
    neutral: token('--axis-neutral'),
    hover: token('--axis-hover'),
    selection: token('--selection'),
    guide: token('--guide'),
    grid: token('--grid-line'),
  };
}
