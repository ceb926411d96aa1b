import {
  type Box3,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  MeshDepthMaterial,
  type Object3D,
  OrthographicCamera,
  PlaneGeometry,
  ShaderMaterial,
  Vector2,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { overrideMaterials } from './override-materials.ts';

const SIZE_PX = 512;
const STRENGTH = 0.6;
/** Width of the soft edge around the scene, as a share of its width. */
const MARGIN = 0.35;
/** Blur steps in texels: a narrow one near the contact, a broad one around it. */
const BLUR_PX = [9, 4] as const;

const BLUR_VERTEX = 'varying vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }';
const BLUR_FRAGMENT = `
uniform sampler2D source; uniform vec2 offset; varying vec2 vUv;
void main() {
  vec4 sum = texture2D(source, vUv) * 0.1633;
  sum += (texture2D(source, vUv + offset) + texture2D(source, vUv - offset)) * 0.1531;
  sum += (texture2D(source, vUv + 2.0 * offset) + texture2D(source, vUv - 2.0 * offset)) * 0.12245;
  sum += (texture2D(source, vUv + 3.0 * offset) + texture2D(source, vUv - 3.0 * offset)) * 0.0918;
  sum += (texture2D(source, vUv + 4.0 * offset) + texture2D(source, vUv - 4.0 * offset)) * 0.051;
  gl_FragColor = sum;
}`;

/**
 * Soft contact shadow on the ground, which environment light alone lacks. The scene is rendered from below as depth,
 * then blurred. It is rendered again only after a change of the scene.
 */
export class ContactShadow {
  /** Plane at Y = 0. */
  readonly mesh: Mesh<PlaneGeometry, MeshBasicMaterial>;
  readonly #targets = [
    new WebGLRenderTarget(SIZE_PX, SIZE_PX),
    new WebGLRenderTarget(SIZE_PX, SIZE_PX),
  ] as const;
  readonly #depth = createNearnessMaterial();
  readonly #blur = new ShaderMaterial({
    uniforms: { source: { value: null }, offset: { value: new Vector2() } },
    vertexShader: BLUR_VERTEX,
    fragmentShader: BLUR_FRAGMENT,
    depthTest: false,
    depthWrite: false,
  });
  readonly #camera = new OrthographicCamera();
  readonly #quad = new Mesh(new PlaneGeometry(2, 2), this.#blur);

  constructor() {
    const material = new MeshBasicMaterial({
      map: this.#targets[0].texture,
      transparent: true,
      opacity: STRENGTH,
      depthWrite: false,
      toneMapped: false,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 2,
    });
    this.mesh = new Mesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), material);
    this.mesh.renderOrder = -1;
    this.mesh.matrixAutoUpdate = false;
    this.#quad.frustumCulled = false;
  }

  /** Renders the shadow of `objects`, all of them below `root`, whose bounds are given. */
  update(renderer: WebGLRenderer, root: Object3D, objects: readonly Object3D[], bounds: Box3): void {
    this.mesh.visible = !bounds.isEmpty() && bounds.max.y > 0;
    if (!this.mesh.visible) {
      return;
    }
    this.#fit(bounds);
    const before = {
      target: renderer.getRenderTarget(),
      shadows: renderer.shadowMap.enabled,
      auto: renderer.autoClear,
      xr: renderer.xr.enabled,
    };
    renderer.shadowMap.enabled = false;
    // The shadow camera is used, not the XR cameras of an AR session.
    renderer.xr.enabled = false;
    renderer.autoClear = true;
    const restore = overrideMaterials(objects, this.#depth, ({ castShadow }) => castShadow);
    renderer.setRenderTarget(this.#targets[0]);
    renderer.render(root, this.#camera);
    restore();
    for (const texels of BLUR_PX) {
      this.#blurInto(renderer, 0, 1, new Vector2(texels / SIZE_PX / 4, 0));
      this.#blurInto(renderer, 1, 0, new Vector2(0, texels / SIZE_PX / 4));
    }
    renderer.setRenderTarget(before.target);
    renderer.shadowMap.enabled = before.shadows;
    renderer.autoClear = before.auto;
    renderer.xr.enabled = before.xr;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    for (const freed of [...this.#targets, this.#depth, this.#blur, this.#quad.geometry]) {
      freed.dispose();
    }
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  #fit(bounds: Box3): void {
    const size = bounds.getSize(new Vector3());
    const center = bounds.getCenter(new Vector3());
    const width = Math.max(size.x, size.z, 0.01) * (1 + 2 * MARGIN);
    const height = Math.max(Math.min(bounds.max.y, width * 0.35), 0.01);
    // Rendered from below and shown from above, the picture is mirrored along Z.
    this.mesh.matrix.makeScale(width, 1, -width).setPosition(center.x, 0, center.z);
    this.mesh.matrixWorldNeedsUpdate = true;
    const camera = this.#camera;
    camera.left = camera.bottom = -width / 2;
    camera.right = camera.top = width / 2;
    camera.near = 0;
    camera.far = height;
    camera.position.set(center.x, 0, center.z);
    camera.up.set(0, 0, 1);
    camera.lookAt(center.x, 1, center.z);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld(true);
  }

  #blurInto(renderer: WebGLRenderer, from: 0 | 1, to: 0 | 1, offset: Vector2): void {
    this.#blur.uniforms.source = { value: this.#targets[from].texture };
    this.#blur.uniforms.offset = { value: offset };
    renderer.setRenderTarget(this.#targets[to]);
    renderer.render(this.#quad, this.#camera);
  }
}

/** Creates a black material whose opacity grows towards the ground. */
function createNearnessMaterial(): MeshDepthMaterial {
  const material = new MeshDepthMaterial({ side: DoubleSide });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      /gl_FragColor = vec4\( vec3\( 1\.0 - fragCoordZ \), opacity \);/,
      'float nearness = 1.0 - fragCoordZ; gl_FragColor = vec4( vec3( 0.0 ), nearness * nearness );',
    );
  };
  return material;
}
