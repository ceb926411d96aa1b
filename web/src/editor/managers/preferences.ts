import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { WheelDevice } from '../../scene/wheel.ts';
import { watch } from '../signals.ts';
import { Manager } from './manager.ts';

/** Preferences of this user, stored in this browser. */
type Preferences = {
  /** Axes of the gizmo. */
  space: 'world' | 'local';
  isSnapping: boolean;
  /** Snap steps of move, rotate and scale: metres, radians, a factor; 0 for no steps. */
  snapSteps: SnapSteps;
  /** Other snap targets for moves. */
  snapTargets: SnapTargets;
  isGridShown: boolean;
  /** Spacing of the grid in metres; null adapts it to the camera distance. */
  gridStep: number | null;
  /** Whether a scale field changes all axes. */
  isScaleLinked: boolean;
  /** Wheel device; null detects it from wheel events. */
  wheel: WheelDevice | null;
  /** Whether each snap plays a tick sound. */
  isTicking: boolean;
  /** The actions that were last performed by the palette, the last first. */
  recentActions: readonly string[];
};

/** Snap steps by transform mode: metres, radians, a factor. */
export type SnapSteps = Record<'translate' | 'rotate' | 'scale', number>;

/**
 * Snap targets for moves. `grid` snaps to absolute multiples of the step instead of relative ones. `normal`
 * aligns objects with the surface they are placed on.
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
  recentActions: [],
};

/** Storage of preferences; `localStorage` in the browser. */
export type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Holds the preferences and stores each change. */
export class PreferencesManager extends Manager {
  readonly #values: Signal<Preferences>;
  readonly values: ReadonlySignal<Preferences>;

  constructor(storage: PreferenceStorage | null) {
    super();
    this.#values = signal(read(storage));
    this.values = this.#values;
    this.register(
      watch(
        () => this.values.value,
        (values) => storage?.setItem(KEY, JSON.stringify(values)),
      ),
    );
  }

  change(patch: Partial<Preferences>): void {
    this.#values.value = { ...this.#values.value, ...patch };
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
      recentActions: onlyTexts(stored.recentActions),
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

function onlyTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
