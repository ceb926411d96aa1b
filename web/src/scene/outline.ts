import {
  type Camera,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { dressAll } from './dress-all.ts';
import type { SceneView } from './scene-view.ts';

/** Nodes to be outlined in one colour, each with all that hangs below it. */
export type OutlineGroup = { ids: Iterable<string>; color: string };

const WIDTH_PX = 2;
const VERTEX = 'varying vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }';
/** Colours a pixel outside a shape that has the shape within reach; the shape itself stays as it is. */
const FRAGMENT = `
uniform sampler2D mask; uniform vec2 texel; varying vec2 vUv;
void main() {
  vec4 here = texture2D(mask, vUv);
  vec4 found = vec4(0.0);
  for (int i = 0; i < 16; i++) {
    float angle = float(i) * 0.3926991;
    vec4 there = texture2D(mask, vUv + vec2(cos(angle), sin(angle)) * texel);
    found = max(found, there);
  }
  gl_FragColor = vec4(found.rgb / max(found.a, 0.001), found.a * (1.0 - here.a));
  #include <colorspace_fragment>
}`;

/** Lines around selected nodes, of the same width on the screen at any distance, seen through whatever is before them. */
export class Outline {
  readonly #view: SceneView;
  readonly #target = new WebGLRenderTarget(1, 1, { samples: 4 });
  readonly #material = new ShaderMaterial({
    uniforms: { mask: { value: this.#target.texture }, texel: { value: new Vector2() } },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
  readonly #quad = new Mesh(new PlaneGeometry(2, 2), this.#material);
  readonly #size = new Vector2();
  #groups: { ids: string[]; material: MeshBasicMaterial }[] = [];

  constructor(view: SceneView) {
    this.#view = view;
    this.#quad.frustumCulled = false;
  }

  /** Chooses what is outlined; an empty list ends it. Where groups overlap, their colours mix. */
  setGroups(groups: readonly OutlineGroup[]): void {
    for (const { material } of this.#groups) {
      material.dispose();
    }
    this.#groups = groups.map(({ ids, color }) => ({
      ids: [...ids],
      material: new MeshBasicMaterial({
        color: new Color(color),
        side: DoubleSide,
        toneMapped: false,
        depthTest: false,
      }),
    }));
  }

  /** Draws the lines over the picture that has just been rendered. Costs nothing while nothing is outlined. */
  render(renderer: WebGLRenderer, camera: Camera): void {
    const filled = this.#groups.filter(({ ids }) => ids.length > 0);
    if (filled.length === 0) {
      return;
    }
    renderer.getDrawingBufferSize(this.#size);
    this.#target.setSize(this.#size.x, this.#size.y);
    const reach = WIDTH_PX * renderer.getPixelRatio();
    this.#material.uniforms.texel = { value: new Vector2(reach / this.#size.x, reach / this.#size.y) };
    const before = {
      target: renderer.getRenderTarget(),
      auto: renderer.autoClear,
      alpha: renderer.getClearAlpha(),
    };
    renderer.setRenderTarget(this.#target);
    renderer.setClearAlpha(0);
    renderer.clear();
    renderer.autoClear = false;
    for (const { ids, material } of filled) {
      this.#drawMask(renderer, camera, ids, material);
    }
    renderer.setClearAlpha(before.alpha);
    renderer.setRenderTarget(before.target);
    renderer.render(this.#quad, camera);
    renderer.autoClear = before.auto;
  }

  /** Frees everything. */
  dispose(): void {
    this.setGroups([]);
    this.#target.dispose();
    this.#material.dispose();
    this.#quad.geometry.dispose();
  }

  #drawMask(renderer: WebGLRenderer, camera: Camera, ids: string[], material: MeshBasicMaterial): void {
    const shapes = new Group();
    for (const id of this.#view.subtreeOf(ids)) {
      const world = this.#view.worldMatrixOf(id);
      if (!world) {
        continue;
      }
      const { parts, copy } = this.#view.meshesOf(id);
      for (const { geometry, local } of parts) {
        const mesh = new Mesh(geometry, material);
        mesh.matrixAutoUpdate = false;
        mesh.matrix.multiplyMatrices(world, local);
        shapes.add(mesh);
      }
      if (copy) {
        const restore = dressAll([copy], material);
        renderer.render(copy, camera);
        restore();
      }
    }
    if (shapes.children.length > 0) {
      renderer.render(shapes, camera);
    }
  }
}
