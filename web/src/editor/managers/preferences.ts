import type { WheelDevice } from '../../scene/wheel.ts';
import { type Readable, Store } from '../store.ts';
import { Manager } from './manager.ts';

/** How this person likes to work; kept in this browser. */
export type Preferences = {
  /** Whose axes the handles follow. */
  space: 'world' | 'local';
  isSnapping: boolean;
  /** What moving, turning and scaling snap to: metres, radians, a factor; 0 for no steps. */
  snapSteps: SnapSteps;
  /** What else is snapped to while things are moved. */
  snapTargets: SnapTargets;
  isGridShown: boolean;
  /** How far the lines of the grid are apart in metres; null follows how near the eye is. */
  gridStep: number | null;
  /** Whether scaling one axis by its field scales the others along. */
  isScaleLinked: boolean;
  /** What turns the wheel; null guesses it from how it is turned. */
  wheel: WheelDevice | null;
  /** Whether each step that something snaps to is heard. */
  isTicking: boolean;
};

/** The steps of each way to transform: metres, radians, a factor. */
export type SnapSteps = Record<'translate' | 'rotate' | 'scale', number>;

/**
 * What things are drawn to while they are moved. `grid`: they land on multiples of the step, and not that far from where
 * they were. `normal`: what comes to lie on a surface stands upright on it.
 */
export const SNAP_TARGETS = ['grid', 'guides', 'points', 'surfaces', 'normal'] as const;
export type SnapTargets = Record<(typeof SNAP_TARGETS)[number], boolean>;

const KEY = 'diorama.editor.preferences';
const DEFAULTS: Preferences = {
  space: 'world',
  isSnapping: false,
  snapSteps: { translate: 0.1, rotate: Math.PI / 12, scale: 0.1 },
  snapTargets: { grid: false, guides: true, points: true, surfaces: false, normal: false },
  isGridShown: true,
  gridStep: null,
  isScaleLinked: false,
  wheel: null,
  isTicking: false,
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
      snapSteps: readSteps(stored.snapSteps),
      snapTargets: { ...DEFAULTS.snapTargets, ...onlyBooleans(stored.snapTargets) },
      isGridShown: stored.isGridShown ?? DEFAULTS.isGridShown,
      gridStep: isStep(stored.gridStep) && stored.gridStep > 0 ? stored.gridStep : DEFAULTS.gridStep,
      isScaleLinked: stored.isScaleLinked ?? DEFAULTS.isScaleLinked,
      wheel: stored.wheel === 'mouse' || stored.wheel === 'trackpad' ? stored.wheel : DEFAULTS.wheel,
      isTicking: stored.isTicking === true,
    };
  } catch {
    return DEFAULTS;
  }
}

function readSteps(stored: Partial<SnapSteps> | undefined): SnapSteps {
  const step = (key: keyof SnapSteps) => {
    const value = stored?.[key];
    return isStep(value) ? value : DEFAULTS.snapSteps[key];
  };
  return { translate: step('translate'), rotate: step('rotate'), scale: step('scale') };
}

function isStep(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value);
}

function onlyBooleans(stored: Partial<SnapTargets> | undefined): Partial<SnapTargets> {
  const known = SNAP_TARGETS.filter((key) => typeof stored?.[key] === 'boolean');
  return Object.fromEntries(known.map((key) => [key, stored?.[key]]));
}
