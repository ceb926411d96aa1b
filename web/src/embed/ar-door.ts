import { fetchCode } from '../fetch-code.ts';
import arIcon from '../viewer/ar.svg';
import { arLink, arSceneOf, detectArDevice } from '../viewer/ar.ts';
import { element } from '../viewer/dom.ts';
import type { Words } from '../viewer/language.ts';
import type { PublicScene } from '../viewer/public-scene.ts';

/** What the way into AR is made of; it stands at the end of `foot`, beside the name of the scene. */
export type ArDoor = {
  foot: HTMLElement;
  scene: PublicScene;
  words: Words;
  /** Somebody goes into AR. */
  onLaunch: () => void;
};

/** Leads into AR: by a link where the device has it, elsewhere by a button whose code brings the scene to a phone. */
export function offerAr({ foot, scene, words, onLaunch }: ArDoor): void {
  const device = detectArDevice();
  const ar = arSceneOf(scene);
  const link = arLink(device, ar);
  const image = element('img', { src: arIcon, alt: words('ar') });
  if (link !== null) {
    // An intent cannot be followed inside a frame; Quick Look opens from where its link is.
    const target = device === 'android' ? '_top' : '';
    const rel = device === 'ios' ? 'ar' : '';
    const entry = element('a', { className: 'embed-ar', href: link, rel, target }, image);
    entry.addEventListener('click', onLaunch);
    foot.append(entry);
    return;
  }
  if (ar.glb === null && ar.usdz === null) {
    return;
  }
  const button = element('button', { className: 'embed-ar' }, image);
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
