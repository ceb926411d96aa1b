import { fetchCode } from '../fetch-code.ts';
import arIcon from '../viewer/ar.svg';
import { arLink, arSceneOf, detectArDevice } from '../viewer/ar.ts';
import { element } from '../viewer/dom.ts';
import type { ViewerTranslate } from '../viewer/language.ts';
import type { PublicScene } from '../viewer/public-scene.ts';

/** Dependencies of the AR entry; it is placed at the end of `foot`, beside the name of the scene. */
type ArLauncher = {
  foot: HTMLElement;
  scene: PublicScene;
  t: ViewerTranslate;
  /** Called when a user starts AR. */
  onLaunch: () => void;
};

/**
 * Offers AR: a link on devices that support it, elsewhere a button that shows a QR code or the way to Safari.
 * @returns function that removes it
 */
export function offerAr({ foot, scene, t, onLaunch }: ArLauncher): () => void {
  const device = detectArDevice();
  const ar = arSceneOf(scene);
  const link = arLink(device, ar);
  const image = element('img', { src: arIcon, alt: t('ar') });
  if (link !== null) {
    // A frame cannot follow an intent; Quick Look opens from the frame of its link.
    const target = device === 'android' ? '_top' : '';
    const rel = device === 'ios' ? 'ar' : '';
    const entry = element('a', { className: 'embed-ar', href: link, rel, target }, image);
    entry.addEventListener('click', onLaunch);
    foot.append(entry);
    return () => entry.remove();
  }
  if (ar.glb === null && ar.usdz === null) {
    return () => undefined;
  }
  const button = element('button', { className: 'embed-ar' }, image);
  button.type = 'button';
  button.addEventListener('click', () => {
    fetchCode(() => import('./ar-code.ts')).then(
      ({ showArCode, showSafari }) => (device === 'iosElsewhere' ? showSafari(ar) : showArCode(ar)),
      // A newer release has other files; the reloaded page knows them.
      () => location.reload(),
    );
  });
  foot.append(button);
  return () => button.remove();
}
