import arIcon from '../viewer/ar.svg';
import { element } from '../viewer/dom.ts';
import { askOptionFiles, type NoFiles } from '../viewer/options/ask-option-files.ts';
import type { SceneOptions } from '../viewer/options/scene-options.ts';
import { fetchPageTranslate } from '../viewer/page-language.ts';
import type { PublicScene } from '../viewer/public-scene.ts';

type ArOfChoices = {
  /** Takes the AR entry. */
  foot: HTMLElement;
  /** Takes the sentence where AR is missing. */
  notes: HTMLElement;
  options: SceneOptions;
  scene: PublicScene;
  /** Adds the AR entry of a scene, and returns the function that removes it. */
  offer: (scene: PublicScene) => () => void;
};

const t = await fetchPageTranslate();

/**
 * Offers AR with the files of the chosen combination, which are made when they are first asked for. A button in its
 * place shows that they are being made, or that there are none. The focus stays on it.
 */
export function offerArOfChoices({ foot, notes, options, scene, offer }: ArOfChoices): void {
  if (scene.output.glb === null && scene.output.usdz === null) {
    return;
  }
  const note = element('p', { className: 'embed-status' });
  note.role = 'status';
  notes.append(note);
  let withdraw: () => void = () => undefined;
  let asking = new AbortController();
  const replace = (put: () => () => void) => {
    const hadFocus = document.activeElement?.matches('.embed-ar');
    withdraw();
    withdraw = put();
    if (hadFocus) {
      foot.querySelector<HTMLElement>('.embed-ar')?.focus();
    }
  };
  const putButton = (state: 'preparing' | NoFiles) =>
    replace(() => {
      const button = pendingButton(state, show);
      foot.append(button);
      return () => button.remove();
    });
  const show = async () => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    note.replaceChildren();
    const asked = askOptionFiles(scene.standalone ? null : scene.uuid, options, signal);
    if (typeof asked !== 'string') {
      putButton('preparing');
    }
    const files = await asked;
    if (signal.aborted) {
      return;
    }
    if (files === 'unavailable' || files === 'late') {
      putButton(files);
      note.textContent = t(`ar.${files}`);
      return;
    }
    replace(() => offer(files === 'published' ? scene : { ...scene, output: files }));
  };
  void show();
  options.subscribe((_document, _change, isOther) => {
    if (isOther) {
      void show();
    }
  });
}

/** Button in place of the AR entry; late files are asked for again by it. */
function pendingButton(state: 'preparing' | NoFiles, onRetry: () => void): HTMLButtonElement {
  const isLate = state === 'late';
  const label = t(state === 'preparing' ? 'ar.preparing' : isLate ? 'retry' : 'ar');
  const button = element('button', { className: 'embed-ar' }, element('img', { src: arIcon, alt: label }));
  Object.assign(button, { type: 'button', title: label });
  button.ariaDisabled = String(!isLate);
  button.ariaBusy = String(state === 'preparing');
  if (isLate) {
    button.addEventListener('click', onRetry);
  }
  return button;
}
