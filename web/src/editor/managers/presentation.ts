import { signal } from '@preact/signals-core';
import type { Collaboration, Permission, Selecting, ToolSwitch, ViewedScene } from '../parts.ts';
import { localView } from '../queries/local-view.ts';
import { watch } from '../signals.ts';
import { Manager } from './manager.ts';
import type { PresenceManager } from './presence.ts';

/**
 * Presents the scene to the visitors of a live link: they see this user's view, pointer and selected
 * annotation.
 */
export class PresentationManager extends Manager {
  /** Whether the scene has a link whose visitors can follow. */
  readonly isOffered = signal(false);
  readonly isOn = signal(false);
  readonly #editor: Collaboration & Permission & Selecting & ToolSwitch & ViewedScene;
  readonly #presence: PresenceManager;

  constructor(
    editor: Collaboration & Permission & Selecting & ToolSwitch & ViewedScene,
    presence: PresenceManager,
  ) {
    super();
    this.#editor = editor;
    this.#presence = presence;
    this.register(
      watch(
        () => this.#presented,
        (presented) => presence.setPresenting(presented),
      ),
    );
    this.register(
      watch(
        () => this.#isAllowed,
        (isAllowed) => {
          if (!isAllowed) {
            this.set(false);
          }
        },
      ),
    );
  }

  /** Starts or stops presenting. */
  set(isOn: boolean): void {
    if (isOn === this.isOn.value || (isOn && !this.#isAllowed)) {
      return;
    }
    this.isOn.value = isOn;
    if (isOn) {
      this.#presence.setView(() => localView(this.#editor));
    }
  }

  get #isAllowed(): boolean {
    return this.isOffered.value && !this.#editor.isReadOnly.value;
  }

  get #presented(): { stop: string | null } | null {
    const { scene, selection } = this.#editor;
    const [id, ...others] = selection.ids.value;
    const isStop = id !== undefined && others.length === 0 && scene.node(id)?.kind === 'annotation';
    return this.isOn.value ? { stop: isStop ? id : null } : null;
  }
}
