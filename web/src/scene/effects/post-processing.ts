import { EFFECTS_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import type { Effects } from '@diorama/shared/scene/document.ts';
import {
  ACESFilmicToneMapping,
  AgXToneMapping,
  CineonToneMapping,
  LinearToneMapping,
  NeutralToneMapping,
  type Scene,
  type ToneMapping,
  type WebGLRenderer,
} from 'three';
import type { AssetLoader } from '../asset-loader.ts';
import type { AnyCamera } from '../scene-camera.ts';
import type { EffectComposition } from './effect-composition.ts';
import { activeEffects, type EffectName, PAUSED_FIRST } from './effect-list.ts';

/** Frame time that counts as slow, in milliseconds: 30 frames a second, with some tolerance. */
const SLOW_MS = 40;

/** A longer frame was delayed by another cause, such as a tab in the background. */
const HELD_UP_MS = 250;

/** Number of slow frames in a row before an effect is paused, so that one hitch pauses none. */
const PATIENCE = 15;

type Dependencies = {
  loader: Pick<AssetLoader, 'loadCode'>;
  renderer: WebGLRenderer;
  /** Requests a redraw: the effects' code has loaded, or an effect was paused. */
  onChange: () => void;
};

const TONES: Readonly<Record<Effects['toneMapping'], ToneMapping>> = {
  neutral: NeutralToneMapping,
  linear: LinearToneMapping,
  aces: ACESFilmicToneMapping,
  filmic: CineonToneMapping,
  agx: AgXToneMapping,
};
const NONE: readonly EffectName[] = [];

/**
 * Renders a scene with the effects of its document. Without effects it renders directly at no cost. The code of effects
 * is fetched with the first effect; until then, or if it fails, the scene renders without effects.
 */
export class PostProcessing {
  readonly #dependencies: Dependencies;
  #effects: Effects = EFFECTS_DEFAULTS as Effects;
  #composition: EffectComposition | null = null;
  #loading: Promise<void> | null = null;
  #budget: FrameBudget | null = null;
  #paused: readonly EffectName[] = NONE;
  #isShown = true;
  #isDisposed = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Effects that this device has paused because they are too slow. */
  get paused(): readonly EffectName[] {
    return this.#paused;
  }

  /** Sets the effects; a change of the enabled ones also ends all pauses. */
  show(effects: Effects): void {
    if (activeEffects(effects).join() !== activeEffects(this.#effects).join()) {
      this.#paused = NONE;
      this.#budget?.reset();
    }
    this.#effects = effects;
    if (this.#needsPasses(this.#active())) {
      this.#load();
    } else if (!wantsPasses(effects)) {
      // Their render targets are as large as the screen; they are created again with the next effect.
      this.#forgetComposition();
    }
  }

  /** Enables pausing on slow frames; exported pictures never pause effects. */
  allowPausing(): void {
    this.#budget ??= new FrameBudget((late) => {
      this.#paused = [...this.#paused, late];
      this.#dependencies.onChange();
    });
  }

  /** Turns the effects on, or off for a comparison. */
  setShown(isShown: boolean): void {
    this.#isShown = isShown;
    this.#dependencies.onChange();
  }

  /** Resolves once the code of the effects has loaded, if there are any. */
  async ready(): Promise<void> {
    await this.#loading;
  }

  /**
   * Renders a frame.
   * @param options - `keepsDepth` writes the scene's depth for later draws; `back` is the distance of the camera behind
   * the eye, in metres
   */
  render(scene: Scene, camera: AnyCamera, { keepsDepth, back }: { keepsDepth: boolean; back: number }): void {
    const { renderer } = this.#dependencies;
    const active = this.#active();
    this.#setTone();
    if (!this.#composition || !this.#needsPasses(active)) {
      renderer.render(scene, camera);
      return;
    }
    const antialiasing = this.#antialiasing();
    const effects = this.#effects;
    this.#composition.render({ scene, camera, effects, active, antialiasing, keepsDepth, back });
    this.#budget?.watch(active);
  }

  /** Compiles the programs of a render without effects, without blocking; effects render to their own targets. */
  async prepare(scene: Scene, camera: AnyCamera): Promise<void> {
    const { renderer } = this.#dependencies;
    this.#setTone();
    // Without the extension a browser compiles synchronously, which is no faster than rendering.
    if (renderer.extensions.has('KHR_parallel_shader_compile')) {
      await renderer.compileAsync(scene, camera);
    }
  }

  /** Frees the resources of the effects. */
  dispose(): void {
    this.#isDisposed = true;
    this.#budget?.reset();
    this.#forgetComposition();
  }

  #forgetComposition(): void {
    this.#composition?.dispose();
    this.#composition = null;
    this.#loading = null;
  }

  #setTone(): void {
    this.#dependencies.renderer.toneMapping =
      this.#effects.enabled && this.#isShown ? TONES[this.#effects.toneMapping] : NeutralToneMapping;
  }

  #active(): readonly EffectName[] {
    return this.#isShown ? activeEffects(this.#effects).filter((name) => !this.#paused.includes(name)) : NONE;
  }

  #antialiasing(): Effects['antialiasing'] {
    return this.#effects.enabled && this.#isShown ? this.#effects.antialiasing : 'msaa';
  }

  /** Whether passes are needed; without them the GPU's MSAA smooths the edges. */
  #needsPasses(active: readonly EffectName[]): boolean {
    return active.length > 0 || this.#antialiasing() !== 'msaa';
  }

  #load(): void {
    const { loader, renderer, onChange } = this.#dependencies;
    this.#loading ??= loader
      .loadCode('effects', () => import('./effect-composition.ts'))
      .then((module) => {
        if (!module) {
          // The next change of the effects retries the fetch.
          this.#loading = null;
        } else if (!this.#isDisposed) {
          this.#composition = new module.EffectComposition(renderer);
          onChange();
        }
      });
  }
}

/** Whether a document needs passes on any device. */
function wantsPasses(effects: Effects): boolean {
  return activeEffects(effects).length > 0 || (effects.enabled && effects.antialiasing !== 'msaa');
}

/**
 * Detects slow frames and chooses the next effect to pause. Paused effects return when the effects are edited; an
 * automatic return would flicker.
 */
export class FrameBudget {
  readonly #onLate: (name: EffectName) => void;
  #request = 0;
  #slow = 0;

  /** @param onLate - called with the effect to pause */
  constructor(onLate: (name: EffectName) => void) {
    this.#onLate = onLate;
  }

  /**
   * Measures the frame that is rendered now with these effects, until the browser could render the next one. Rare
   * frames, as during edits, do not count as slow.
   */
  watch(active: readonly EffectName[]): void {
    if (this.#request !== 0) {
      return;
    }
    const startedAt = performance.now();
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      this.#count(performance.now() - startedAt, active);
    });
  }

  /** Resets the measurement after a change of the effects. */
  reset(): void {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#slow = 0;
  }

  #count(passed: number, active: readonly EffectName[]): void {
    if (passed > HELD_UP_MS) {
      // The first frames of a movement may still compile programs.
      this.#slow = 0;
      return;
    }
    this.#slow = passed > SLOW_MS ? this.#slow + 1 : Math.max(0, this.#slow - 1);
    if (this.#slow < PATIENCE) {
      return;
    }
    this.#slow = 0;
    const late = PAUSED_FIRST.find((name) => active.includes(name));
    if (late) {
      this.#onLate(late);
    }
  }
}
