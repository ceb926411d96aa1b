import './ar-code.css';
import { type ArScene, arAddress, isLoopback, quickLookUrl } from '../viewer/ar.ts';
import { qrPicture } from '../viewer/ar-qr.ts';
import { element } from '../viewer/dom.ts';
import { iconButton, showIcon } from '../viewer/icon-button.ts';
import { languageOf } from '../viewer/language.ts';
import { pageTranslateOf } from '../viewer/page-language.ts';

const TITLE_ID = 'ar-title';

/** Shows the QR code that opens a scene in AR on a phone, with its address and files. */
export function showArCode(ar: ArScene): void {
  // Texts that only this dialog shows are not part of the embed's own.
  const t = pageTranslateOf(languageOf(location.pathname, navigator.languages));
  const address = arAddress(ar.pageUrl);
  const close = iconButton('embed-icon');
  showIcon(close, 'close', t('close'));
  const code = element('img', { className: 'embed-code', src: qrPicture(address), alt: t('ar.code') });
  const page = element(
    'a',
    { className: 'embed-link', href: address, target: '_blank', rel: 'noopener' },
    address,
  );
  const hint = isLoopback(ar.pageUrl) ? [element('p', { className: 'embed-hint' }, t('ar.loopback'))] : [];
  const panel = element(
    'dialog',
    { className: 'embed-panel' },
    element('header', {}, element('h2', { id: TITLE_ID }, t('ar.title')), close),
    element('p', {}, t('ar.intro')),
    code,
    page,
    ...hint,
    ...download(quickLookUrl({ ...ar, fixedScale: false }), t('ar.usdz')),
    ...download(ar.glb, t('ar.glb')),
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
