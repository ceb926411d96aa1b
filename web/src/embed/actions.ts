import { element } from '../viewer/dom.ts';
import { ICON_PATHS, type IconName } from '../viewer/icon-paths.ts';
import type { Words } from '../viewer/language.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** The way back to the first view, once there is one. */
export function resetButton(words: Words, onReset: () => void): HTMLElement {
  const button = iconButton();
  show(button, 'reset', words('resetView'));
  button.addEventListener('click', onReset);
  return button;
}

/** Fills the screen with the embed and gives it back; none where the page around it does not allow that. */
export function fullscreenButton(words: Words): HTMLElement[] {
  if (!document.fullscreenEnabled) {
    return [];
  }
  const button = iconButton();
  const follow = () => {
    const isFull = document.fullscreenElement !== null;
    show(
      button,
      isFull ? 'leaveFullscreen' : 'enterFullscreen',
      words(isFull ? 'fullscreen.exit' : 'fullscreen'),
    );
  };
  follow();
  document.addEventListener('fullscreenchange', follow);
  button.addEventListener('click', () => {
    const isFull = document.fullscreenElement !== null;
    const change = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    // A refusal (by the browser's own rules) leaves the page as it is, which says enough.
    change.catch(() => undefined);
  });
  return [button];
}

function iconButton(): HTMLButtonElement {
  const button = element('button', { className: 'embed-icon' });
  button.type = 'button';
  return button;
}

function show(button: HTMLButtonElement, icon: IconName, label: string): void {
  button.title = label;
  button.ariaLabel = label;
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', ICON_PATHS[icon]);
  svg.append(path);
  button.replaceChildren(svg);
}
