import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { hasSounds } from '@diorama/shared/scene/interactions/interactions.ts';
import { readItem, storeItem } from '../browser-storage.ts';
import { iconButton, showIcon } from '../icon-button.ts';
import { fetchPageTranslate } from '../page-language.ts';

const t = await fetchPageTranslate();

/** Key of the visitor's choice, which holds in this tab for every scene, or for this page without storage. */
const MUTED = 'diorama.muted';

/** Bar of a page that takes the button, with the class of its buttons. */
export type SoundBar = { element: HTMLElement; className: string };

/** A button that mutes the sounds of a scene, for scenes that have any. */
export class SoundButton {
  readonly #button: HTMLButtonElement;
  readonly #bar: HTMLElement;
  readonly #onChange: (isMuted: boolean) => void;
  #isMuted = readItem('sessionStorage', MUTED) === 'true';

  constructor({ element, className }: SoundBar, onChange: (isMuted: boolean) => void) {
    this.#bar = element;
    this.#onChange = onChange;
    this.#button = iconButton(className);
    this.#button.addEventListener('click', () => {
      this.#isMuted = !this.#isMuted;
      storeItem('sessionStorage', MUTED, String(this.#isMuted));
      this.#show();
    });
    this.#show();
  }

  setDocument(document: SceneDocument): void {
    if (!hasSounds(document)) {
      this.#button.remove();
    } else if (!this.#button.isConnected) {
      this.#bar.prepend(this.#button);
    }
  }

  dispose(): void {
    this.#button.remove();
  }

  #show(): void {
    const isMuted = this.#isMuted;
    showIcon(this.#button, isMuted ? 'muted' : 'sound', t(isMuted ? 'sounds.unmute' : 'sounds.mute'));
    this.#onChange(isMuted);
  }
}
