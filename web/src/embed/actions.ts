import { element } from '../viewer/dom.ts';
import { iconButton, showIcon } from '../viewer/icon-button.ts';
import type { ViewerTranslate } from '../viewer/language.ts';

/** Button that resets the camera, once there is an initial view. */
export function resetButton(t: ViewerTranslate, onReset: () => void): HTMLElement {
  const button = iconButton('embed-icon');
  showIcon(button, 'reset', t('resetView'));
  button.addEventListener('click', onReset);
  return button;
}

/** Button that reloads the page, for scenes that cannot be restored. */
export function reloadButton(t: ViewerTranslate): HTMLElement {
  const button = element('button', { className: 'embed-link' }, t('reload'));
  button.addEventListener('click', () => location.reload());
  return button;
}

/** Button that toggles fullscreen; none where the embedding page does not allow it. */
export function fullscreenButton(t: ViewerTranslate): HTMLElement[] {
  if (!document.fullscreenEnabled) {
    return [];
  }
  const button = iconButton('embed-icon');
  const follow = () => {
    const isFull = document.fullscreenElement !== null;
    showIcon(
      button,
      isFull ? 'leaveFullscreen' : 'enterFullscreen',
      t(isFull ? 'fullscreen.exit' : 'fullscreen'),
    );
  };
  follow();
  document.addEventListener('fullscreenchange', follow);
  button.addEventListener('click', () => {
    const isFull = document.fullscreenElement !== null;
    const change = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    // A refusal by the browser leaves the page unchanged, which needs no message.
    change.catch(() => undefined);
  });
  return [button];
}
