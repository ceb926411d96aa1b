import { Pass } from 'postprocessing';
import {
  AlwaysDepth,
  ShaderMaterial,
  type Texture,
  Uniform,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';

const VERTEX =
  'varying vec2 vUv; void main() { vUv = position.xy * 0.5 + 0.5; gl_Position = vec4(position.xy, 1.0, 1.0); }';
const FRAGMENT =
  'uniform highp sampler2D depth; varying vec2 vUv; void main() { gl_FragDepth = texture2D(depth, vUv).r; }';

/** Writes the scene's depth into the canvas after the final pass, so that later draws are occluded by it. */
export class DepthPass extends Pass {
  readonly #depth = new Uniform<Texture | null>(null);

  constructor() {
    super('DepthPass');
    this.needsSwap = false;
    this.needsDepthTexture = true;
    this.fullscreenMaterial = new ShaderMaterial({
      uniforms: { depth: this.#depth },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      depthFunc: AlwaysDepth,
      colorWrite: false,
      toneMapped: false,
    });
  }

  override setDepthTexture(depth: Texture): void {
    this.#depth.value = depth;
  }

  override render(renderer: WebGLRenderer, _input: WebGLRenderTarget): void {
    renderer.setRenderTarget(null);
    renderer.render(this.scene, this.camera);
  }
}
