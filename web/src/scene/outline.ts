import {
  type Camera,
  DoubleSide,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PlaneGeometry,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { type Instance, InstancePool } from './instance-pool.ts';
import { showsSlot } from './model-slots.ts';
import { overrideMaterials } from './override-materials.ts';
import type { SceneView } from './scene-view.ts';
import type { Surface } from './shader-class.ts';

/** Nodes to outline in one colour, with their descendants; with a slot, only the parts with it. */
export type OutlineGroup = { ids: readonly string[]; color: string; slot?: string };

/** Outline of one node. */
type Line = { color: string; slot: string | null };

const WIDTH_PX = 2;
const VERTEX = 'varying vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }';
/** Colours pixels outside a shape within the line's width; the shape itself stays unchanged. */
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

/** A node's content in the mask: instances of its parts, or a copy of its model. */
type Masked = { parts: { instance: Instance; local: Matrix4 }[]; copy: Object3D | null; line: Line };

/**
 * Outlines of selected nodes, with constant width on the screen, visible through other objects. The mask consists of
 * instances, like the scene, and is updated incrementally. Thousands of nodes take a few draw calls, and an unchanged
 * frame costs nothing.
 */
export class Outline {
  readonly #view: SceneView;
  readonly #target = new WebGLRenderTarget(1, 1, { samples: 4 });
  readonly #line = new ShaderMaterial({
    uniforms: { mask: { value: this.#target.texture }, texel: { value: new Vector2() } },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
  readonly #quad = new Mesh(new PlaneGeometry(2, 2), this.#line);
  readonly #size = new Vector2();
  readonly #shapes = new Group();
  readonly #pool = new InstancePool(this.#shapes);
  readonly #fitMaskTo = createMask();
  readonly #copyMask = createMask();
  readonly #masked = new Map<string, Masked>();
  /** Nodes of the mask that are rendered as copies. */
  readonly #copies = new Map<string, Masked>();
  readonly #dirty = new Set<string>();
  readonly #moved = new Set<string>();
  readonly #unfollow: () => void;
  #groups: readonly OutlineGroup[] = [];
  #lines: ReadonlyMap<string, Line> = new Map();
  #isStale = false;

  constructor(view: SceneView) {
    this.#view = view;
    this.#quad.frustumCulled = false;
    this.#unfollow = view.follow(({ drawn, moved }) => {
      // Added or removed nodes may be descendants of a group's node.
      this.#isStale ||= drawn.length > 0;
      addAll(this.#dirty, drawn);
      addAll(this.#moved, moved);
    });
  }

  /** Sets the outlined nodes; an empty list ends it. A node in several groups has the colour of the last one. */
  setGroups(groups: readonly OutlineGroup[]): void {
    this.#groups = groups;
    this.#isStale = true;
  }

  /** Draws the outlines over the rendered picture. It costs nothing without outlined nodes. */
  render(renderer: WebGLRenderer, camera: Camera): void {
    this.#update();
    if (this.#masked.size === 0) {
      return;
    }
    renderer.getDrawingBufferSize(this.#size);
    this.#target.setSize(this.#size.x, this.#size.y);
    const reach = WIDTH_PX * renderer.getPixelRatio();
    this.#line.uniforms.texel?.value.set(reach / this.#size.x, reach / this.#size.y);
    const before = {
      target: renderer.getRenderTarget(),
      auto: renderer.autoClear,
      alpha: renderer.getClearAlpha(),
    };
    renderer.setRenderTarget(this.#target);
    renderer.setClearAlpha(0);
    renderer.clear();
    renderer.autoClear = false;
    this.#drawCopies(renderer, camera);
    // Rendered last and always, even if empty, because multisampled draws are resolved into the texture at the end of
    // `render`.
    renderer.render(this.#shapes, camera);
    renderer.setClearAlpha(before.alpha);
    renderer.setRenderTarget(before.target);
    renderer.render(this.#quad, camera);
    renderer.autoClear = before.auto;
  }

  dispose(): void {
    this.#unfollow();
    this.#pool.dispose();
    for (const freed of [this.#target, this.#line, this.#fitMaskTo, this.#copyMask, this.#quad.geometry]) {
      freed.dispose();
    }
  }

  #update(): void {
    if (this.#isStale) {
      this.#isStale = false;
      this.#choose();
    }
    for (const id of this.#dirty) {
      this.#mask(id);
    }
    for (const id of this.#moved) {
      this.#follow(id);
    }
    this.#dirty.clear();
    this.#moved.clear();
  }

  /** Computes the colour of each node and marks changed ones. */
  #choose(): void {
    const lines = new Map<string, Line>();
    for (const { ids, color, slot = null } of this.#groups) {
      for (const id of this.#view.nodes.subtreeOf(ids)) {
        lines.set(id, { color, slot });
      }
    }
    for (const [id, { color, slot }] of lines) {
      const before = this.#lines.get(id);
      if (before?.color !== color || before.slot !== slot) {
        this.#dirty.add(id);
      }
    }
    for (const id of this.#lines.keys()) {
      if (!lines.has(id)) {
        this.#dirty.add(id);
      }
    }
    this.#lines = lines;
  }

  #mask(id: string): void {
    for (const { instance } of this.#masked.get(id)?.parts ?? []) {
      this.#pool.remove(instance);
    }
    this.#masked.delete(id);
    this.#copies.delete(id);
    const line = this.#lines.get(id);
    const world = this.#view.nodes.worldMatrixOf(id);
    if (!line || !world) {
      return;
    }
    const { drawn } = this.#view.nodes;
    const copy = drawn.copyOf(id)?.root ?? null;
    const masked: Masked = { parts: [], copy, line };
    for (const { geometry, slot, local } of drawn.meshesOf(id)) {
      if (line.slot !== null && line.slot !== slot) {
        continue;
      }
      const spec = { ...MASK_SPEC, key: geometry.uuid, geometry, material: this.#fitMaskTo };
      const at = scratch.multiplyMatrices(world, local);
      masked.parts.push({ instance: this.#pool.add(spec, id, at, surfaceOf(line.color)), local });
    }
    if (copy || masked.parts.length > 0) {
      this.#masked.set(id, masked);
    }
    if (copy) {
      this.#copies.set(id, masked);
    }
  }

  #follow(id: string): void {
    const world = this.#view.nodes.worldMatrixOf(id);
    const masked = this.#masked.get(id);
    if (!world || !masked) {
      return;
    }
    for (const part of masked.parts) {
      const at = scratch.multiplyMatrices(world, part.local);
      part.instance = this.#pool.move(part.instance, at, surfaceOf(masked.line.color));
    }
  }

  #drawCopies(renderer: WebGLRenderer, camera: Camera): void {
    for (const { copy, line } of this.#copies.values()) {
      if (copy) {
        this.#copyMask.color.set(line.color);
        const { slot } = line;
        const restore = overrideMaterials(
          [copy],
          this.#copyMask,
          (mesh) => slot === null || showsSlot(mesh, slot),
        );
        renderer.render(copy, camera);
        restore();
      }
    }
  }
}

const MASK_SPEC = { slot: null, part: null, hasSurface: true, castsShadow: false, isSingle: false } as const;
const scratch = new Matrix4();

/** The mask distinguishes nodes by colour alone. */
function surfaceOf(color: string): Surface {
  return { color, roughness: 0, metalness: 0 };
}

function addAll(set: Set<string>, ids: readonly string[]): void {
  for (const id of ids) {
    set.add(id);
  }
}

function createMask(): MeshBasicMaterial {
  return new MeshBasicMaterial({ side: DoubleSide, toneMapped: false, depthTest: false });
}
