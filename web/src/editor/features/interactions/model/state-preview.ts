import { withValues } from '@diorama/shared/scene/field-values.ts';
import { type Pace, ValueTransitions } from '@diorama/shared/scene/interactions/value-transitions.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { prefersReducedMotion } from '../../../../scene/prefers-reduced-motion.ts';
import { Manager } from '../../../managers/manager.ts';
import { setsFor } from '../../../managers/recording.ts';
import type { SceneWriter } from '../../../parts.ts';
import { ValuePreview } from '../../values/model/value-preview.ts';

const PACE: Pace = { seconds: 1, easing: 'inOut' };
const AT_ONCE: Pace = { seconds: 0, easing: 'linear' };

/** Shows a state to this user, as visitors go to it. */
export class StatePreview extends Manager {
  readonly #editor: SceneWriter;
  readonly #state = signal<string | null>(null);
  /** The shown state; null while none is shown. */
  readonly state: ReadonlySignal<string | null> = this.#state;
  #transitions = new ValueTransitions();
  readonly #preview: ValuePreview;

  constructor(editor: SceneWriter) {
    super();
    this.#editor = editor;
    this.#preview = new ValuePreview(editor, {
      onEnd: () => {
        this.#transitions = new ValueTransitions();
        this.#state.value = null;
      },
    });
    this.register(() => this.#preview.dispose());
  }

  /** Goes to a state, or back from it. */
  toggle(id: string): void {
    const { value: document } = this.#editor.scene.shared;
    const next = this.#state.value === id ? null : id;
    const target = next === null ? {} : (ownMember(document.states, next)?.values ?? {});
    const below = setsFor(document, { table: 'states', id }).slice(0, -1);
    this.#editor.recording.stop();
    this.#transitions.go(withValues(document, below), target, prefersReducedMotion() ? AT_ONCE : PACE, now());
    this.#state.value = next;
    this.#draw();
  }

  #draw(): void {
    const time = now();
    this.#preview.show((document, below) => this.#transitions.valuesAt(withValues(document, below), time));
    if (this.#transitions.isMoving(time)) {
      this.#preview.later(() => this.#draw());
    } else if (this.#state.value === null) {
      this.#preview.end();
    }
  }
}

function now(): number {
  return performance.now() / 1_000;
}
