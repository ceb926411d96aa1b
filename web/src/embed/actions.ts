import { element } from '../viewer/dom.ts';
import { iconButton, showIcon } from '../viewer/icon-button.ts';
import type { Words } from '../viewer/language.ts';

/** The way back to the first view, once there is one. */
export function resetButton(words: Words, onReset: () => void): HTMLElement {
  const button = iconButton('embed-icon');
  showIcon(button, 'reset', words('resetView'));
  button.addEventListener('click', onReset);
  return button;
}

/** A way to go on where the scene does not come back by itself. */
export function reloadButton(words: Words): HTMLElement {
  const button = element('button', { className: 'embed-link' }, words('reload'));
  button.addEventListener('click', () => location.reload());
  return button;
}

/** Fills the screen with the embed and gives it back; none where the page around it does not allow that. */
export function fullscreenButton(words: Words): HTMLElement[] {
  if (!document.fullscreenEnabled) {
    return [];
  }
  const button = iconButton('embed-icon');
  const follow = () => {
    const isFull = document.fullscreenElement !== null;
    showIcon(
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
