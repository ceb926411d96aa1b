import { Effect } from 'postprocessing';
import { Color, Uniform } from 'three';

const FRAGMENT = `
uniform vec3 tint;
void mainImage(const in vec4 inputColor, const in vec2 uv, out vec4 outputColor) {
  outputColor = vec4(inputColor.rgb * tint, inputColor.a);
}`;

/** Multiplies the picture with a colour, like a colour filter of a lens. */
export class TintEffect extends Effect {
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
