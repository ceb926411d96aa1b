import { removeStaticFrame } from '../remove-static-frame.ts';
import { element } from './dom.ts';

/**
 * Shows a button that reloads the page, without words. For pages whose texts could not be loaded.
 * @throws the error that it is given
 */
export function offerReload(error: unknown): never {
  const root = document.getElementById('root');
  const button = element('button', { className: 'viewer-button' }, '↻ Diorama');
  button.addEventListener('click', () => location.reload());
  const page = element('main', { className: 'page-reload' }, button);
  page.setAttribute('role', 'alert');
  if (root) {
    removeStaticFrame(root);
    root.replaceChildren(page);
  }
  throw error;
}
