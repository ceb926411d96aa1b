import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { FieldValues } from '@diorama/shared/scene/field-values.ts';
import { optionsOf, settleChoices, valuesOf } from '@diorama/shared/scene/options/options.ts';
import type { SceneChange } from '@diorama/shared/scene/scene-change.ts';
import { effect } from '@preact/signals-core';
import { Manager } from '../../../managers/manager.ts';
import type { SceneWriter } from '../../../parts.ts';

type PreviewOptions = {
  /** Called when the preview ends. */
  onEnd: () => void;
  /** Whether the preview goes on after an edit by this user; by default it never does. */
  isKept?: (change: SceneChange) => boolean;
};

/** Shows values over the stored scene to this user only. Edits and recordings end it. */
export class ValuePreview extends Manager {
  readonly #editor: SceneWriter;
  readonly #onEnd: () => void;
  #frame = 0;
  #isShowing = false;

  constructor(editor: SceneWriter, { onEnd, isKept = () => false }: PreviewOptions) {
    super();
    this.#editor = editor;
    this.#onEnd = onEnd;
    this.register(() => this.end());
    this.register(
      editor.scene.onSharedChange((_document, change, { local }) => {
        if (local && !isKept(change)) {
          this.end();
        }
      }),
    );
    this.register(
      effect(() => {
        if (editor.recording.target.value) {
          // The recording shows its own values.
          this.#isShowing = false;
          this.end();
        }
      }),
    );
  }

  /** Shows values over the default choices; `valuesIn` gets the document with these. */
  show(valuesIn: (shown: SceneDocument, below: readonly FieldValues[]) => FieldValues): void {
    this.#editor.recording.stop();
    this.#isShowing = true;
    cancelAnimationFrame(this.#frame);
    this.#editor.scene.showValues((document) => {
      const below = valuesOf(document, settleChoices(optionsOf(document), new Map()));
      return [...below, valuesIn(document, below)];
    });
  }

  /** Calls `draw` in the next frame, unless the preview shows something else or ends before. */
  later(draw: () => void): void {
    this.#frame = requestAnimationFrame(draw);
  }

  /** Ends the preview at once. */
  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#onEnd();
    if (this.#isShowing) {
      this.#isShowing = false;
      this.#editor.scene.showValues(null);
    }
  }
}
