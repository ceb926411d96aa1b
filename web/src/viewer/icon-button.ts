import { element } from './dom.ts';
import { ICON_PATHS, type IconName } from './icon-paths.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** A button that shows an icon; {@link showIcon} says which. */
export function iconButton(className: string): HTMLButtonElement {
  const button = element('button', { className });
  button.type = 'button';
  return button;
}

/** Puts another icon on a button, and says what it does now. */
export function showIcon(button: HTMLButtonElement, icon: IconName, label: string): void {
  button.title = label;
  button.ariaLabel = label;
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  svg.setAttribute('class', 'viewer-glyph');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', ICON_PATHS[icon]);
  svg.append(path);
  button.replaceChildren(svg);
}
