import './ar-code.css';
import { type ArScene, arAddress, isLoopbackUrl, quickLookUrl, safariUrl } from '../viewer/ar.ts';
import { qrPicture } from '../viewer/ar-qr.ts';
import { element } from '../viewer/dom.ts';
import { iconButton, showIcon } from '../viewer/icon-button.ts';
import { fetchPageTranslate } from '../viewer/page-language.ts';

const TITLE_ID = 'ar-title';

/** Texts that only these dialogs show, which are not part of the embed itself. */
const t = await fetchPageTranslate();

/** Shows the QR code that opens a scene in AR on a phone, with its address and files. */
export function showArCode(ar: ArScene): void {
  const address = arAddress(ar.pageUrl);
  const code = element('img', { className: 'embed-code', src: qrPicture(address), alt: t('ar.code') });
  const hint = isLoopbackUrl(ar.pageUrl) ? [element('p', { className: 'embed-hint' }, t('ar.loopback'))] : [];
  openPanel(t('ar.title'), [
    element('p', {}, t('ar.intro')),
    code,
    pageLink(address),
    ...hint,
    ...download(quickLookUrl({ ...ar, fixedScale: false }), t('ar.usdz')),
    ...download(ar.glb, t('ar.glb')),
  ]);
}

/** Shows the way to Safari in browsers of iPhone apps, which have no AR. */
export function showSafari(ar: ArScene): void {
  const address = arAddress(ar.pageUrl);
  // A frame must not follow the link itself.
  const open = element(
    'a',
    { className: 'embed-link', href: safariUrl(address), target: '_top' },
    t('ar.safari.open'),
  );
  openPanel(t('ar.safari.title'), [
    element('p', {}, t('ar.safari.text')),
    open,
    element('p', {}, t('ar.safari.copy')),
    pageLink(address),
  ]);
}

function pageLink(address: string): HTMLElement {
  return element('a', { className: 'embed-link', href: address, target: '_blank', rel: 'noopener' }, address);
}

function openPanel(title: string, content: readonly HTMLElement[]): void {
  const close = iconButton('embed-icon');
  showIcon(close, 'close', t('close'));
  const panel = element(
    'dialog',
    { className: 'embed-panel' },
    element('header', {}, element('h2', { id: TITLE_ID }, title), close),
    ...content,
  );
  panel.setAttribute('aria-labelledby', TITLE_ID);
  close.addEventListener('click', () => panel.close());
  panel.addEventListener('close', () => panel.remove());
  document.body.append(panel);
  panel.showModal();
}

function download(href: string | null, label: string): HTMLElement[] {
  if (href === null) {
    return [];
  }
  const link = element('a', { className: 'embed-link', href }, label);
  link.download = '';
  return [link];
}
