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
import { fetchCode } from '../../fetch-code.ts';
import type { AnyCamera } from '../scene-camera.ts';
import type { EffectComposition } from './effect-composition.ts';
import { activeEffects, type EffectName } from './effect-list.ts';
import { FrameBudget } from './frame-budget.ts';

type Means = {
  renderer: WebGLRenderer;
  /** The effects' code has come, or one is left out: draw again. */
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
 * Draws a scene with the effects of its document. Without any it draws as ever and costs nothing: the code of effects is
 * fetched when a scene first has one, and until it is there, or if it cannot be had, the picture is the plain one.
 */
export class PostProcessing {
  readonly #means: Means;
  #effects: Effects = EFFECTS_DEFAULTS as Effects;
  #composition: EffectComposition | null = null;
  #loading: Promise<void> | null = null;
  #budget: FrameBudget | null = null;
  #paused: readonly EffectName[] = NONE;
  #isShown = true;
  #isDisposed = false;

  constructor(means: Means) {
    this.#means = means;
  }

  /** The effects that this device goes without, as they made it too slow. */
  get paused(): readonly EffectName[] {
    return this.#paused;
  }

  /** Shows other effects; all that is on is tried again when which are on has changed. */
  show(effects: Effects): void {
    if (activeEffects(effects).join() !== activeEffects(this.#effects).join()) {
      this.#paused = NONE;
      this.#budget?.reset();
    }
    this.#effects = effects;
    if (this.#needsPasses(this.#active())) {
      this.#load();
    } else if (!wantsPasses(effects)) {
      // Their pictures are as large as the screen: they are made anew when something is on again.
      this.#forgetComposition();
    }
  }

  /** Leaves out effects when frames come too slowly; pictures that are taken are never in a hurry. */
  allowPausing(): void {
    this.#budget ??= new FrameBudget((late) => {
      this.#paused = [...this.#paused, late];
      this.#means.onChange();
    });
  }

  /** Draws with effects, or for a comparison without them. */
  setShown(isShown: boolean): void {
    this.#isShown = isShown;
    this.#means.onChange();
  }

  /** Resolves once the code of the effects is there, if there are any. */
  async ready(): Promise<void> {
    await this.#loading;
  }

  /**
   * Draws. `keepsDepth` leaves the depth of the scene behind, for what is drawn over it; the camera stands `back` metres
   * behind the eye.
   */
  render(scene: Scene, camera: AnyCamera, { keepsDepth, back }: { keepsDepth: boolean; back: number }): void {
    const { renderer } = this.#means;
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

  /** Compiles what a plain picture is drawn with, away from the page; effects draw into pictures of their own. */
  async prepare(scene: Scene, camera: AnyCamera): Promise<void> {
    const { renderer } = this.#means;
    this.#setTone();
    // Without the extension a browser compiles as it is told to, which is no sooner than drawing.
    if (renderer.extensions.has('KHR_parallel_shader_compile')) {
      await renderer.compileAsync(scene, camera);
    }
  }

  /** Frees what effects are drawn with. */
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
    this.#means.renderer.toneMapping =
      this.#effects.enabled && this.#isShown ? TONES[this.#effects.toneMapping] : NeutralToneMapping;
  }

  #active(): readonly EffectName[] {
    return this.#isShown ? activeEffects(this.#effects).filter((name) => !this.#paused.includes(name)) : NONE;
  }

  #antialiasing(): Effects['antialiasing'] {
    return this.#effects.enabled && this.#isShown ? this.#effects.antialiasing : 'msaa';
  }

  /** What is drawn without passes has its edges smoothed by the graphics card. */
  #needsPasses(active: readonly EffectName[]): boolean {
    return active.length > 0 || this.#antialiasing() !== 'msaa';
  }

  #load(): void {
    this.#loading ??= fetchCode(() => import('./effect-composition.ts')).then(
      ({ EffectComposition }) => {
        if (!this.#isDisposed) {
          this.#composition = new EffectComposition(this.#means.renderer);
          this.#means.onChange();
        }
      },
      () => {
        // Asked for again with the next change of the effects.
        this.#loading = null;
      },
    );
  }
}

/** Whether a document has anything that is drawn by passes, on whatever device. */
function wantsPasses(effects: Effects): boolean {
  return activeEffects(effects).length > 0 || (effects.enabled && effects.antialiasing !== 'msaa');
}
