import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { withValues } from '@diorama/shared/scene/field-values.ts';
import { type Pace, ValueTransitions } from '@diorama/shared/scene/interactions/value-transitions.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { prefersReducedMotion } from '../../../../scene/prefers-reduced-motion.ts';
import { Manager } from '../../../managers/manager.ts';
import { setsFor } from '../../../managers/recording.ts';
import type { SceneWriter } from '../../../parts.ts';

const PACE: Pace = { seconds: 1, easing: 'inOut' };
const AT_ONCE: Pace = { seconds: 0, easing: 'linear' };

/** Shows a state to this user, as visitors go to it. Edits and recordings end it. */
export class StatePreview extends Manager {
  readonly #editor: SceneWriter;
  readonly #state = signal<string | null>(null);
  /** The shown state; null while none is shown. */
  readonly state: ReadonlySignal<string | null> = this.#state;
  #transitions = new ValueTransitions();
  #frame = 0;
  #isShowing = false;

  constructor(editor: SceneWriter) {
    super();
    this.#editor = editor;
    this.register(() => this.stop());
    this.register(
      editor.scene.onSharedChange((_document, _change, { local }) => {
        if (local) {
          this.stop();
        }
      }),
    );
    this.register(
      effect(() => {
        if (editor.recording.target.value) {
          // The recording shows its own values.
          this.#isShowing = false;
          this.stop();
        }
      }),
    );
  }

  /** Goes to a state, or back from it. */
  toggle(id: string): void {
    this.#editor.recording.stop();
    const { scene } = this.#editor;
    const next = this.#state.value === id ? null : id;
    const target = next === null ? {} : (ownMember(scene.shared.value.states, next)?.values ?? {});
    const below = this.#below(scene.shared.value, id);
    this.#transitions.go(
      withValues(scene.shared.value, below),
      target,
      prefersReducedMotion() ? AT_ONCE : PACE,
      now(),
    );
    this.#state.value = next;
    this.#isShowing = true;
    cancelAnimationFrame(this.#frame);
    this.#draw(id);
  }

  /** Ends the preview at once. */
  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#transitions = new ValueTransitions();
    this.#state.value = null;
    if (this.#isShowing) {
      this.#isShowing = false;
      this.#editor.scene.showValues(null);
    }
  }

  #draw(id: string): void {
    const time = now();
    this.#editor.scene.showValues((document) => {
      const below = this.#below(document, id);
      return [...below, this.#transitions.valuesAt(withValues(document, below), time)];
    });
    if (this.#transitions.isMoving(time)) {
      this.#frame = requestAnimationFrame(() => this.#draw(id));
    } else if (this.#state.value === null) {
      this.stop();
    }
  }

  /** Values of the default choices, below those of the state. */
  #below(document: SceneDocument, id: string) {
    return setsFor(document, { table: 'states', id }).slice(0, -1);
  }
}

function now(): number {
  return performance.now() / 1_000;
}
