import type { Effects } from '@diorama/shared/scene/document.ts';
import {
  BlendFunction,
  BrightnessContrastEffect,
  Effect,
  EffectPass,
  HueSaturationEffect,
  NoiseEffect,
  type Pass,
  ToneMappingEffect,
  ToneMappingMode,
  VignetteEffect,
} from 'postprocessing';
import { Color, Uniform } from 'three';
import type { AnyCamera } from '../scene-camera.ts';
import type { EffectName } from './effect-list.ts';

const FRAGMENT = `
uniform vec3 tint;
void mainImage(const in vec4 inputColor, const in vec2 uv, out vec4 outputColor) {
  outputColor = vec4(inputColor.rgb * tint, inputColor.a);
}`;

/** Multiplies the picture with a colour, like a colour filter of a lens. */
class TintEffect extends Effect {
  readonly #tint: Uniform<Color>;

  constructor() {
    const tint = new Uniform(new Color(1, 1, 1));
    super('TintEffect', FRAGMENT, { uniforms: new Map([['tint', tint]]) });
    this.#tint = tint;
  }

  setColor(color: Color): void {
    this.#tint.value.copy(color);
  }
}

/** Sets values without a new program. */
export type Setter = (effects: Effects, back: number) => void;

/** Passes of some of the effects. */
export type Built = { passes: Pass[]; set: Setter };

const TONES: Readonly<Record<Effects['toneMapping'], ToneMappingMode>> = {
  neutral: ToneMappingMode.NEUTRAL,
  linear: ToneMappingMode.LINEAR,
  aces: ToneMappingMode.ACES_FILMIC,
  filmic: ToneMappingMode.CINEON,
  agx: ToneMappingMode.AGX,
};

/** Builds the final pass: tone mapping and colour effects. It exists with any effect. */
export function buildFinal(camera: AnyCamera, active: readonly EffectName[]): Built {
  const tone = new ToneMappingEffect({ mode: ToneMappingMode.NEUTRAL });
  const parts: { effect: Effect; set: Setter }[] = [
    { effect: tone, set: ({ toneMapping }) => setTone(tone, TONES[toneMapping]) },
  ];
  if (active.includes('grade')) {
    parts.push(...buildGrade());
  }
  if (active.includes('vignette')) {
    const vignette = new VignetteEffect({ offset: 0.35 });
    parts.push({ effect: vignette, set: ({ vignette: { amount } }) => setDarkness(vignette, amount) });
  }
  if (active.includes('grain')) {
    const grain = new NoiseEffect({ blendFunction: BlendFunction.OVERLAY });
    parts.push({ effect: grain, set: ({ grain: { amount } }) => setOpacity(grain, amount) });
  }
  return {
    passes: [new EffectPass(camera, ...parts.map(({ effect }) => effect))],
    set: (effects, back) => {
      for (const { set } of parts) {
        set(effects, back);
      }
    },
  };
}

function buildGrade(): { effect: Effect; set: Setter }[] {
  const contrast = new BrightnessContrastEffect();
  const saturation = new HueSaturationEffect();
  const tint = new TintEffect();
  const color = new Color();
  return [
    {
      effect: contrast,
      set: ({ grade }) => {
        contrast.brightness = grade.brightness / 2;
        contrast.contrast = grade.contrast / 2;
      },
    },
    {
      effect: saturation,
      set: ({ grade }) => {
        saturation.saturation = grade.saturation;
      },
    },
    { effect: tint, set: ({ grade }) => tint.setColor(color.set(grade.tint)) },
  ];
}

function setTone(effect: ToneMappingEffect, mode: ToneMappingMode): void {
  // Another mode is another program.
  if (effect.mode !== mode) {
    effect.mode = mode;
  }
}

function setDarkness(effect: VignetteEffect, amount: number): void {
  effect.darkness = amount;
}

function setOpacity(effect: NoiseEffect, amount: number): void {
  effect.blendMode.opacity.value = amount;
}
