import { glyph } from '../scene/glyph.ts';
import { element } from './dom.ts';
import { ICON_PATHS, type IconName } from './icon-paths.ts';

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
  button.replaceChildren(glyph(ICON_PATHS[icon], 'viewer-glyph'));
}
