import { glyph } from '../scene/glyph.ts';
import { element } from './dom.ts';
import { ICON_PATHS, type IconName } from './icon-paths.ts';

/** An icon button; {@link showIcon} sets its icon. */
export function iconButton(className: string): HTMLButtonElement {
  const button = element('button', { className });
  button.type = 'button';
  return button;
}

/** Sets the icon and label of a button. */
export function showIcon(button: HTMLButtonElement, icon: IconName, label: string): void {
  button.title = label;
  button.ariaLabel = label;
  button.replaceChildren(glyph(ICON_PATHS[icon], 'viewer-glyph'));
}
