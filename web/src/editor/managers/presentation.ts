import type { Editor } from '../editor.ts';
import { localView } from '../queries/local-view.ts';
import { Store } from '../store.ts';
import { Manager } from './manager.ts';
import type { PresenceManager } from './presence.ts';

/**
 * Presents the scene to the visitors of a live link: they see this user's view, pointer and selected
 * annotation.
 */
export class PresentationManager extends Manager {
  /** Whether the scene has a link whose visitors can follow. */
  readonly isOffered = new Store(false);
  readonly isOn = new Store(false);
  readonly #editor: Editor;
  readonly #presence: PresenceManager;

  constructor(editor: Editor, presence: PresenceManager) {
    super();
    this.#editor = editor;
    this.#presence = presence;
    this.register(editor.selection.subscribe(() => this.#tell()));
    const stopWithout = () => {
      if (!this.isOffered.get() || editor.isReadOnly.get()) {
        this.set(false);
      }
    };
    this.register(this.isOffered.subscribe(stopWithout));
    this.register(editor.isReadOnly.subscribe(stopWithout));
  }

  /** Starts or stops presenting. */
  set(isOn: boolean): void {
    if (isOn === this.isOn.get() || (isOn && (!this.isOffered.get() || this.#editor.isReadOnly.get()))) {
      return;
    }
    this.isOn.set(isOn);
    this.#tell();
    if (isOn) {
      this.#presence.setView(() => localView(this.#editor));
    }
  }

  #tell(): void {
    const { scene, selection } = this.#editor;
    const [id, ...others] = selection.get();
    const isStop = id !== undefined && others.length === 0 && scene.node(id)?.kind === 'annotation';
    this.#presence.setPresenting(this.isOn.get() ? { stop: isStop ? id : null } : null);
  }
}
