import { fetchCode } from '../fetch-code.ts';
import arIcon from '../viewer/ar.svg';
import { type ArScene, arLink, detectArDevice } from '../viewer/ar.ts';
import { element } from '../viewer/dom.ts';
import type { Words } from '../viewer/language.ts';

/** Where a device has no AR itself, a button beside the name of the scene whose code brings it to a phone. */
export function offerArCode({ foot, ar, words }: { foot: HTMLElement; ar: ArScene; words: Words }): void {
  if ((ar.glb === null && ar.usdz === null) || arLink(detectArDevice(), ar) !== null) {
    return;
  }
  const button = element(
    'button',
    { className: 'embed-ar' },
    element('img', { src: arIcon, alt: words('ar') }),
  );
  button.type = 'button';
  button.addEventListener('click', () => {
    fetchCode(() => import('./ar-code.ts')).then(
      ({ showArCode }) => showArCode(ar),
      // Another release is there by now: its page knows where its files are.
      () => location.reload(),
    );
  });
  foot.append(button);
}
