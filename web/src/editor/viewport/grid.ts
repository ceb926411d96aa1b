import { Color, DoubleSide, Matrix4, Mesh, PlaneGeometry, ShaderMaterial, Vector2, Vector3 } from 'three';

/** Radius of the grid, relative to the eye's distance. */
const REACH = 40;

/** Smallest alignment of the view direction with an axis for a side view. */
const FROM_SIDE = 0.9999;

const VERTEX = `
varying vec2 vAt;
uniform vec3 across; uniform vec3 along; uniform bool isBehind;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vAt = vec2(dot(world.xyz, across), dot(world.xyz, along));
  gl_Position = projectionMatrix * viewMatrix * world;
  if (isBehind) gl_Position.z = gl_Position.w * 0.999999;
}`;
/** Lines one step apart, every tenth stronger. A level fades as its lines get too close on the screen. */
const FRAGMENT = `
varying vec2 vAt;
uniform vec3 color; uniform vec3 acrossColor; uniform vec3 alongColor; uniform float step; uniform vec2 eye; uniform float reach;
float lines(float size) {
  vec2 at = vAt / size;
  vec2 width = fwidth(at);
  vec2 near = abs(fract(at - 0.5) - 0.5) / width;
  float line = 1.0 - min(min(near.x, near.y), 1.0);
  return line * (1.0 - smoothstep(0.12, 0.4, max(width.x, width.y)));
}
void main() {
  float alpha = lines(step) * 0.35;
  alpha = max(alpha, lines(step * 10.0) * 0.75);
  vec3 shade = color;
  vec2 width = fwidth(vAt);
  float isAcross = 1.0 - min(abs(vAt.y) / width.y / 1.2, 1.0);
  float isAlong = 1.0 - min(abs(vAt.x) / width.x / 1.2, 1.0);
  if (isAcross > 0.0) { shade = acrossColor; alpha = max(alpha, isAcross); }
  if (isAlong > isAcross) { shade = alongColor; alpha = max(alpha, isAlong); }
  float far = 1.0 - smoothstep(0.25, 1.0, distance(vAt, eye) / reach);
  gl_FragColor = vec4(shade, alpha * far * 0.55);
  if (gl_FragColor.a < 0.005) discard;
  #include <colorspace_fragment>
}`;

const basis = new Matrix4();
const out = new Vector3();

type AxisName = 'x' | 'y' | 'z';
/** The two axes of a grid plane, and its normal. */
type GridPlane = { across: AxisName; along: AxisName; normal: AxisName };

const GROUND: GridPlane = { across: 'x', along: 'z', normal: 'y' };
const FRONT: GridPlane = { across: 'x', along: 'y', normal: 'z' };
const SIDE: GridPlane = { across: 'z', along: 'y', normal: 'x' };
const AXES = { x: new Vector3(1, 0, 0), y: new Vector3(0, 1, 0), z: new Vector3(0, 0, 1) };

/** Plane of the grid for a view: vertical behind the scene in an orthographic side view. */
function planeOf({ eye, target, isFlat }: GridView): GridPlane {
  const way = target.clone().sub(eye).normalize();
  if (isFlat && Math.abs(way.z) > FROM_SIDE) {
    return FRONT;
  }
  return isFlat && Math.abs(way.x) > FROM_SIDE ? SIDE : GROUND;
}

/** View of a grid. */
type GridView = { eye: Vector3; target: Vector3; isFlat: boolean };

/** Endless grid on the ground, depth-tested against the scene. */
export class Grid {
  readonly object: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #colors: Record<AxisName, Color>;

  constructor(colors: Record<AxisName | 'grid', string>) {
    this.#colors = { x: new Color(colors.x), y: new Color(colors.y), z: new Color(colors.z) };
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      toneMapped: false,
      uniforms: {
        color: { value: new Color(colors.grid) },
        acrossColor: { value: this.#colors.x },
        alongColor: { value: this.#colors.z },
        across: { value: AXES.x },
        along: { value: AXES.z },
        isBehind: { value: false },
        step: { value: 1 },
        eye: { value: null },
        reach: { value: 1 },
      },
    });
    this.object = new Mesh(new PlaneGeometry(1, 1), material);
    this.object.frustumCulled = false;
  }

  /** Moves the grid to the eye. Its step adapts to the eye's distance, unless `wanted` is set in metres. */
  update(view: GridView, wanted: number | null): void {
    const { eye, target } = view;
    const plane = planeOf(view);
    const { across, along, normal } = plane;
    const away = Math.max(eye.distanceTo(target), plane === GROUND ? Math.abs(eye.y) : 0, 0.05);
    const step = wanted ?? 10 ** Math.floor(Math.log10(away / 3));
    const reach = away * REACH;
    Object.assign(this.object.material.uniforms, {
      step: { value: step },
      eye: { value: new Vector2(eye[across], eye[along]) },
      reach: { value: reach },
      across: { value: AXES[across] },
      along: { value: AXES[along] },
      acrossColor: { value: this.#colors[across] },
      alongColor: { value: this.#colors[along] },
      isBehind: { value: plane !== GROUND },
    });
    const { object } = this;
    object.quaternion.setFromRotationMatrix(
      basis.makeBasis(AXES[across], AXES[along], out.crossVectors(AXES[across], AXES[along])),
    );
    // Slightly above the ground to avoid z-fighting.
    object.position
      .copy(plane === GROUND ? eye : target)
      .setComponent(['x', 'y', 'z'].indexOf(normal), away * 0.0002);
    object.scale.set(reach * 2, reach * 2, 1);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
