import type { WheelDevice } from '../../scene/wheel.ts';
import { type Readable, Store } from '../store.ts';
import { Manager } from './manager.ts';

/** How this person likes to work; kept in this browser. */
export type Preferences = {
  /** Whose axes the handles follow. */
  space: 'world' | 'local';
  isSnapping: boolean;
  isGridShown: boolean;
  /** Whether scaling one axis by its field scales the others along. */
  isScaleLinked: boolean;
  /** What turns the wheel; null guesses it from how it is turned. */
  wheel: WheelDevice | null;
};

/** What snapping snaps to: metres, radians, a factor. */
export const SNAP_STEPS = { translate: 0.1, rotate: Math.PI / 12, scale: 0.1 } as const;

const KEY = 'diorama.editor.preferences';
const DEFAULTS: Preferences = {
  space: 'world',
  isSnapping: false,
  isGridShown: true,
  isScaleLinked: false,
  wheel: null,
};

/** Where preferences lie; `localStorage` in the browser. */
export type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Holds the preferences and writes them down at each change. */
export class PreferencesManager extends Manager implements Readable<Preferences> {
  readonly #store: Store<Preferences>;

  constructor(storage: PreferenceStorage | null) {
    super();
    this.#store = new Store(read(storage));
    this.register(this.#store.subscribe(() => storage?.setItem(KEY, JSON.stringify(this.get()))));
  }

  readonly get = (): Preferences => this.#store.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  change(patch: Partial<Preferences>): void {
    this.#store.update((before) => ({ ...before, ...patch }));
  }
}

function read(storage: PreferenceStorage | null): Preferences {
  try {
    const stored = JSON.parse(storage?.getItem(KEY) ?? '{}') as Partial<Preferences>;
    return {
      space: stored.space === 'local' ? 'local' : DEFAULTS.space,
      isSnapping: stored.isSnapping ?? DEFAULTS.isSnapping,
      isGridShown: stored.isGridShown ?? DEFAULTS.isGridShown,
      isScaleLinked: stored.isScaleLinked ?? DEFAULTS.isScaleLinked,
      wheel: stored.wheel === 'mouse' || stored.wheel === 'trackpad' ? stored.wheel : DEFAULTS.wheel,
    };
  } catch {
    return DEFAULTS;
  }
}
